import { sql } from 'drizzle-orm';
import { INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import {
  findRebuild,
  listRebuilds,
  requestRebuild,
  type Rebuild,
} from '../../../src/search/index/rebuild-store.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createHttpProxy } from '../servers/http-proxy.ts';
import { checkIndex } from './indexer-scenarios.ts';
import { describeFailures, startReadLoad } from '../load/read-load.ts';
import { atMost, exactly, pause, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';
import { startWriteLoad } from '../load/write-load.ts';

async function request(world: World): Promise<number> {
  const rebuild = await waitFor('no open rebuild', () => requestRebuild(world.db, 'harness'), 60_000);
  return rebuild.id;
}

const ended = (world: World, id: number, limitMs = 180_000) =>
  waitFor<Rebuild>(
    'the end of the rebuild',
    async () => {
      const rebuild = await findRebuild(world.db, id);
      return rebuild?.finishedAt ? rebuild : undefined;
    },
    limitMs,
  );

const isGone = (world: World) =>
  world.client.getRawIndex(NEXT_INDEX).then(
    () => false,
    () => true,
  );

export const REBUILD_SCENARIOS: Scenario[] = [
  {
    id: 'F27',
    title: 'a rebuild while writes and searches go on',
    async run(world, rounds) {
      await insertProducts(world.db, rounds(100_000, 10_000));
      await world.converge(240_000);
      const load = await startWriteLoad(world, 20);
      const reads = await startReadLoad(world, world.api.origin, 10);
      const id = await request(world);
      const least: number[] = [];
      const state = { isDone: false };
      const watching = (async () => {
        while (!state.isDone) {
          const [stats, { rows }] = await Promise.all([
            world.client.index(SEARCH_INDEX).getStats(),
            world.db.execute<{ active: number; dirty: number }>(sql`
              select (select count(*) from products where status = 'active')::int as active,
                (select count(*) from search_outbox)::int as dirty`),
          ]);
          const { active = 0, dirty = 0 } = rows[0] ?? {};
          // Both are asked at the same moment, not in the same one.
          least.push(stats.numberOfDocuments - (active - dirty - 40));
          await pause(200);
        }
      })();
      const rebuild = await ended(world, id);
      state.isDone = true;
      await watching;
      const { missing, acknowledged } = await load.stop();
      const done = await reads.stop();
      await world.converge();
      const seconds = ((rebuild.finishedAt?.getTime() ?? 0) - (rebuild.startedAt?.getTime() ?? 0)) / 1_000;
      return [
        exactly('outcome', 'done', rebuild.state),
        atMost(`${rebuild.total} products rebuilt under load`, 60, seconds, 's'),
        exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
        exactly('moments with fewer documents than settled products', 0, least.filter((n) => n < 0).length),
        exactly(`of ${acknowledged} acknowledged writes missing`, 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F28',
    title: 'kill -9 of the indexer at any point of a rebuild',
    async run(world, rounds) {
      await insertProducts(world.db, rounds(10_000, 3_000));
      await world.converge(120_000);
      const kills = rounds(20, 6);
      const states: Record<string, number> = {};
      const load = await startWriteLoad(world, 10);
      let id = await request(world);
      for (let i = 0; i < kills; i++) {
        // First in the middle of the filling, then later and later, through the swap.
        const wanted = (['filling', 'verifying', 'swapping', 'done'] as const)[i % 4];
        await waitFor(
          wanted ?? '',
          async () => {
            const rebuild = await findRebuild(world.db, id);
            return rebuild?.finishedAt !== null || rebuild?.state === wanted;
          },
          60_000,
        ).catch(() => undefined);
        await pause(Math.random() * (wanted === 'filling' ? 800 : 60));
        await world.indexer.kill('SIGKILL');
        const rebuild = await findRebuild(world.db, id);
        states[rebuild?.state ?? 'none'] = (states[rebuild?.state ?? 'none'] ?? 0) + 1;
        if (rebuild?.finishedAt) id = await request(world);
        await world.replaceIndexer();
      }
      const last = await ended(world, id);
      const { missing } = await load.stop();
      await world.converge();
      await waitFor('the old index to be gone', () => isGone(world), 30_000);
      return [
        exactly(
          `outcome after ${kills} kills (${Object.entries(states)
            .map(([state, count]) => `${count} ${state}`)
            .join(', ')})`,
          'done',
          last.state,
        ),
        exactly('leftovers', 'none', (await isGone(world)) ? 'none' : NEXT_INDEX),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F29',
    title: 'two rebuilds at once; a rebuild and a change of settings',
    async run(world) {
      await insertProducts(world.db, 3_000);
      await world.converge(120_000);
      const reindex = () => startProgram('src/cli/reindex', world.settings);
      const codes = await Promise.all([reindex().ended, reindex().ended]);
      const before = (await listRebuilds(world.db, 1))[0]?.id ?? 0;
      // What a release with other settings finds.
      await world.client
        .index(SEARCH_INDEX)
        .updateSettings({ sortableAttributes: ['id'] })
        .waitTask({ timeout: 30_000 });
      await waitFor(
        'a rebuild',
        async () => {
          const [rebuild] = await listRebuilds(world.db, 1);
          return rebuild && rebuild.id > before && rebuild.state === 'done';
        },
        60_000,
      );
      await pause(5_000);
      const rebuilds = (await listRebuilds(world.db, 10)).filter(({ id }) => id > before).length;
      const settings = await world.client.index(SEARCH_INDEX).getSettings();
      return [
        exactly('exit codes', '0, 3', codes.sort().join(', ')),
        exactly('rebuilds because of the settings', 1, rebuilds),
        exactly('settings', String(INDEX_SETTINGS.sortableAttributes), String(settings.sortableAttributes)),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F30',
    title: 'the swap fails',
    async run(world) {
      const proxy = await createHttpProxy(world.engine.url);
      proxy.setFault((_, url) =>
        url.startsWith('/swap-indexes')
          ? {
              status: 400,
              body: '{"message":"no swap","code":"invalid_swap_indexes","type":"invalid_request","link":""}',
            }
          : undefined,
      );
      await world.indexer.kill('SIGTERM');
      await world.replaceIndexer({ MEILI_URL: proxy.url });
      const { createdAt } = await world.client.getRawIndex(SEARCH_INDEX);
      const failed = await ended(world, await request(world));
      const alarm = await world.indexer.metric('factshelf_index_rebuilds_total{outcome="failed"}');
      const isSame = (await world.client.getRawIndex(SEARCH_INDEX)).createdAt === createdAt;
      const search = await world.api.get('/api/v1/products/search?q=milk', world.headers);
      const settled = await world.converge();
      proxy.setFault(() => undefined);
      const again = await ended(world, await request(world));
      await world.indexer.kill('SIGTERM');
      await proxy.close();
      await world.replaceIndexer();
      return [
        exactly('outcome', 'failed', failed.state),
        exactly('the old index serves', 'true, 200', `${isSame}, ${search.status}`),
        exactly('failed by the metric', 1, alarm ?? -1),
        atMost('writes go on', 10, settled, 's'),
        exactly('outcome of the next one', 'done', again.state),
        ...(await checkIndex(world)),
      ];
    },
  },
];
