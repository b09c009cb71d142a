import { finishRestore, moveClusterIn } from '../../../src/embedded/postgres/finish-restore.ts';

/** The last step of a restore alone, or its completion by the next process. */
const [dataDir = '', work] = process.argv.slice(2);
await (work === undefined ? finishRestore(dataDir) : moveClusterIn(dataDir, work));
