import { constants } from 'node:os';
import { lowerPriority } from '../../platform/processes/lower-priority.ts';
import { endWithReader } from '../output.ts';
import { runImport } from './run-import.ts';

// An import must not slow requests down on a busy machine.
lowerPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
endWithReader();
process.exitCode = await runImport(process.argv.slice(2), process);
