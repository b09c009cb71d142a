import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { POOL_SIZES } from '../../../src/platform/db/pool-sizes.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const docs = read('docs/deploy.md');
const chart = read('deploy/helm/templates/_pods.tpl');

const api = read('src/main.ts');
const indexer = [
  'main.ts',
  'run-indexer.ts',
  'writer-lock.ts',
  'changes/stamp-changes.ts',
  'webhooks/start-deliveries.ts',
]
  .map((file) => read(`indexer/${file}`))
  .join('\n');
/** What a process opens once for each call of these: a connection of its own, or pools of queues without Redis. */
const countCalls = (source: string, name: string) => source.split(`${name}(`).length - 1;
const alone = (source: string) =>
  countCalls(source, 'listenForNotifications') + countCalls(source, 'createLockClient');
const queues = (source: string) =>
  POOL_SIZES.queueSender * countCalls(source, 'createWakeUpQueue') +
  POOL_SIZES.queueWorker * countCalls(source, 'createWakeUpWorker');

const { reads, console, limits, replicaWatch } = POOL_SIZES;
const ofApi = reads + console + limits + alone(api);
const ofIndexer = POOL_SIZES.indexer + alone(indexer);
const atStandby = reads + replicaWatch;

it('the docs have the sums of the pools for each process', () => {
  const rows = Object.fromEntries(
    [...docs.matchAll(/^\| (an API process.*?|at the standby.*?|an indexer) +\| (\d+) +\| (\d+) +\|$/gm)].map(
      ([, process, withRedis, without]) => [process, [Number(withRedis), Number(without)]],
    ),
  );
  expect(rows).toEqual({
    'an API process': [ofApi, ofApi + queues(api)],
    'an API process with a standby': [ofApi + replicaWatch, ofApi + replicaWatch + queues(api)],
    'at the standby, for each such process': [atStandby, atStandby],
    'an indexer': [ofIndexer, ofIndexer + queues(indexer)],
  });
  expect(docs).toContain(`Two API processes and an indexer open ${2 * ofApi + ofIndexer},`);
  expect(docs).toContain(`It takes ${ofApi + replicaWatch} for each API pod`);
  expect(docs).toContain(`and ${ofIndexer} for each indexer`);
  expect(read('docs/runbook.md')).toContain(`Each API process wants ${atStandby}.`);
});

it('the chart permits them for each pod', () => {
  expect(chart).toContain(
    `(mul ${ofApi + replicaWatch} $apis) (mul ${ofIndexer} (int .Values.indexer.replicas))`,
  );
});
