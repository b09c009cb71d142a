import { runFile, runListed } from '../../support/run-listed.ts';

/** `npm run drill -- <name>`: rehearses what an operator does, on real servers. */
runListed('drill', {
  restore: {
    does: 'A backup, the loss of every store, a restore; then compares every row and document',
    command: runFile('test/faults/drills/drill-restore.ts'),
  },
  deploy: {
    does: 'A rollout over an earlier release and a roll back, under load',
    command: runFile('test/faults/drills/drill-deploy.ts'),
  },
  cluster: {
    does: 'Three APIs, two indexers and a standby, killed one after the other under load',
    command: runFile('test/faults/drills/drill-cluster.ts'),
  },
  opensearch: {
    does: 'The loss of the elected node of three OpenSearch nodes, under load',
    command: runFile('test/faults/drills/drill-opensearch.ts'),
  },
  review: {
    does: 'An operator in a browser: decides, undoes and decides again',
    command: runFile('test/faults/drills/drill-review.ts'),
  },
  cdn: {
    does: 'A shared cache in front: what it may keep, and for how long',
    command: runFile('test/faults/drills/drill-cdn.ts'),
  },
  alerts: {
    does: 'The cause of each alert, and what the runbook says against it',
    command: runFile('test/faults/drills/drill-alerts.ts'),
  },
});
