import { createCluster } from './cluster/start-constellation.ts';
import { runStart } from './run-start.ts';

await runStart(createCluster());
