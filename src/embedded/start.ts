import { startProcesses } from './processes/start-processes.ts';
import { runStart } from './run-start.ts';

await runStart({ startProcesses });
