import { finishRestore, moveClusterIn } from '../../../src/embedded/postgres/finish-restore.ts';

/** The last step of a restore by itself, or what the next process does after it was killed. */
const [dataDir = '', work] = process.argv.slice(2);
await (work === undefined ? finishRestore(dataDir) : moveClusterIn(dataDir, work));
