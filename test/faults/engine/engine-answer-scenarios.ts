import type { TaskStatus } from 'meilisearch';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { settleSearch } from './engine-scenarios.ts';
import { createHttpProxy, type Fault } from '../servers/http-proxy.ts';
import { checkIndex, listLockPids, touchProducts } from '../indexer/indexer-scenarios.ts';
import { startReadLoad } from '../load/read-load.ts';
import { atLeast, atMost, exactly, pause, type Scenario } from '../scenario.ts';
import { startWriteLoad } from '../load/write-load.ts';

/** It is there, and does not do what it is asked. */
export const ENGINE_ANSWER_SCENARIOS: Scenario[] = [
  {
    id: 'F11',
    title: 'batches larger than the engine takes (413)',
    async run(world) {
      await world.engine.kill();
      await world.engine.start({ payloadLimit: '60kB' });
      await settleSearch(world);
      const startedAt = performance.now();
      await touchProducts(world, 1_500);
      await world.converge(120_000);
      const took = (performance.now() - startedAt) / 1_000;
      const parked = await world.indexer.metric('factshelf_outbox_rows{state="parked"}');
      await world.engine.kill();
      await world.engine.start();
      await settleSearch(world);
      return [
        atMost('1 500 products split and written', 10, took, 's'),
        exactly('parked', 0, parked ?? -1),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F12',
    title: 'tasks are cancelled, and their records deleted, while they are waited for',
    async run(world, rounds) {
      const load = await startWriteLoad(world, 20);
      const ofIndexer: { indexUids: string[]; statuses: TaskStatus[] } = {
        indexUids: [SEARCH_INDEX],
        statuses: ['enqueued', 'processing'],
      };
      // The engine does one thing at a time: what it is sent after this waits, and a cancel overtakes it.
      const slow = Array.from({ length: 20_000 }, (_, id) => ({
        id,
        text: `${id} ${id * 7919} ${id * 104_729}`,
      }));
      let cancelled = 0;
      const until = performance.now() + rounds(20_000, 5_000);
      while (performance.now() < until) {
        await world.client.index('slow').addDocuments(slow, { primaryKey: 'id' });
        await touchProducts(world, 200);
        await waitFor(
          'a task of the indexer',
          async () => (await world.client.tasks.getTasks({ ...ofIndexer, limit: 1 })).total > 0,
          30_000,
        );
        const task = await world.client.tasks.cancelTasks(ofIndexer).waitTask({ timeout: 30_000 });
        cancelled += task.details?.canceledTasks ?? 0;
        await world.client.tasks.deleteTasks({ statuses: ['succeeded', 'failed', 'canceled'] });
      }
      await world.client.index('slow').delete();
      const { missing } = await load.stop();
      const settled = await world.converge();
      return [
        atLeast('cancelled', 1, cancelled, 'tasks'),
        atMost('convergence', 10, settled, 's'),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F13',
    title: 'Meilisearch answers 503, 500, broken JSON, HTML',
    async run(world, rounds) {
      const proxy = await createHttpProxy(world.engine.url);
      const api = await world.startApi({ MEILI_URL: proxy.url });
      await world.indexer.kill('SIGTERM');
      await world.replaceIndexer({ MEILI_URL: proxy.url });
      await settleSearch(world);
      const faults: Record<string, Fault> = {
        '503': {
          status: 503,
          body: '{"message":"x","code":"too_many_search_requests","type":"system","link":""}',
        },
        '500': { status: 500, body: '{"message":"x","code":"internal","type":"internal","link":""}' },
        'broken JSON': { status: 200, body: '{"hits":[' },
        HTML: { status: 200, body: '<html><body>Bad gateway</body></html>', contentType: 'text/html' },
      };
      const statuses = new Set<number>();
      let falselyEmpty = 0;
      for (const fault of Object.values(faults)) {
        proxy.setFault(() => fault);
        await touchProducts(world, 50);
        const reads = await startReadLoad({ ...world }, api.origin, 10);
        await pause(rounds(10_000, 3_000));
        const done = await reads.stop();
        for (const { status } of done) statuses.add(status);
        falselyEmpty += done.filter((read) => read.isFalselyEmpty).length;
      }
      proxy.setFault(() => undefined);
      const backAt = performance.now();
      await world.converge();
      const settled = (performance.now() - backAt) / 1_000;
      const isAlive = (await world.indexer.metric('factshelf_index_writer')) === 1;
      await api.stop();
      await world.indexer.kill('SIGTERM');
      await proxy.close();
      await world.replaceIndexer();
      return [
        exactly(
          'statuses of reads other than 200 and 503',
          'none',
          [...statuses].filter((status) => status !== 200 && status !== 503).join() || 'none',
        ),
        exactly('searches falsely empty', 0, falselyEmpty),
        exactly('indexer lives', 'true', String(isAlive)),
        atMost('convergence after it is well again (backoff 0.2 to 10 s)', 15, settled, 's'),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F31',
    title: '100 documents deleted, 100 altered, 100 ghosts',
    async run(world) {
      await waitFor('the lock', async () => (await listLockPids(world)).length > 0, 30_000);
      await world.converge();
      const index = world.client.index(SEARCH_INDEX);
      const { results } = await index.getDocuments({ limit: 300 });
      const before = (await world.indexer.metric('factshelf_index_drift_found_total')) ?? 0;
      await index
        .deleteDocuments(results.slice(0, 100).map(({ id }) => id as string))
        .waitTask({ timeout: 60_000 });
      await index
        .addDocuments([
          ...results.slice(100, 200).map((document) => ({ ...document, name: 'Altered' })),
          ...results.slice(200).map((document, i) => ({
            ...document,
            id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
          })),
        ])
        .waitTask({ timeout: 60_000 });
      const driftedAt = performance.now();
      const isEqual = async () => {
        const { lost, stale, ghost } = await world.differences();
        return lost + stale + ghost === 0;
      };
      await waitFor('the index to be equal', isEqual, 120_000);
      const healed = (performance.now() - driftedAt) / 1_000;
      const countFound = async () =>
        ((await world.indexer.metric('factshelf_index_drift_found_total')) ?? 0) - before;
      await waitFor('its count', async () => (await countFound()) >= 300).catch(() => undefined);
      return [
        exactly('found by itself', 300, await countFound()),
        atMost('index equal again', 60, healed, 's'),
        ...(await checkIndex(world)),
      ];
    },
  },
];
