import { constants } from 'node:os';
import { lowerPriority } from '../../platform/lower-priority.ts';
import { runImport } from './run-import.ts';

// Nobody waits for it as for an answer: what a busy machine can spare is enough.
lowerPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
process.exitCode = await runImport(process.argv.slice(2), process);
