import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { products } from '../../../src/db/schema/catalogue.ts';
import { nameCopy } from '../../../src/index/copy-name.ts';
import { listCopies } from '../../../src/index/copy-store.ts';
import { createMeilisearch } from '../../../src/index/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../../src/index/search-index.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { compareIndex } from '../../support/search/compare-index.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createOwnEngine, type OwnEngine } from '../servers/own-engine.ts';
import { describeFailures, slowest, startReadLoad } from '../load/read-load.ts';
import { atMost, exactly, pause, percentile, type Finding, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { startWriteLoad } from '../load/write-load.ts';

const FILLED_MS = 120_000;

/** A second copy of the index beside the world's own, with an indexer and an API process that know both. */
async function withTwoCopies(
  world: World,
  run: (second: OwnEngine, api: StartedApi, becomes: (state: string) => Promise<void>) => Promise<Finding[]>,
): Promise<Finding[]> {
  const root = path.join(world.root, 'copy');
  await mkdir(root, { recursive: true });
  const second = await createOwnEngine(root);
  await second.start();
  const both = { MEILI_URLS: `${world.engine.url},${second.url}` };
  await world.indexer.kill('SIGTERM');
  await world.replaceIndexer(both);
  const becomes = async (state: string) => {
    const name = nameCopy(second.url);
    await waitFor(
      `the second copy to be ${state}`,
      async () => (await listCopies(world.db)).some((row) => row.name === name && row.state === state),
      FILLED_MS,
    );
  };
  await becomes('in_service');
  const api = await world.startApi(both);
  try {
    await warmUp(world, api);
    return await run(second, api, becomes);
  } finally {
    await api.stop();
    await world.indexer.kill('SIGTERM');
    await second.kill();
    await second.wipe();
    await world.replaceIndexer();
  }
}

/**
 * A process that has just started opens all its connections to Postgres while the first reads wait for them; on a busy
 * machine longer than a read may take. That is no matter of the copies: what is measured begins after it.
 */
async function warmUp(world: World, api: StartedApi): Promise<void> {
  await waitFor(
    'a second of reads without a failure',
    async () => {
      const reads = await startReadLoad(world, api.origin, 20);
      await pause(1_000);
      return describeFailures(await reads.stop()) === 'none';
    },
    FILLED_MS,
  );
}

/**
 * Milliseconds from the commit of a change until a search finds it, so often one after the other. Of a product of its
 * own: those of the write load may be renamed, archived or deleted at any time.
 */
async function measureFound(world: World, api: StartedApi, times: number): Promise<number[]> {
  const id = uuidv7();
  const categoryId = await ensureCategory(world.db, 'food');
  await world.db.insert(products).values({
    id,
    name: 'quixotic',
    searchName: 'quixotic',
    categoryId,
    status: 'active',
    qualityScore: 0.5,
  });
  const found: number[] = [];
  for (let i = 0; i < times; i++) {
    const name = `quixotic ${Date.now().toString(36)}${i}`;
    await world.db.update(products).set({ name, searchName: name }).where(eq(products.id, id));
    const changedAt = performance.now();
    await waitFor(
      'the change to be found',
      async () => {
        const { text } = await api.get(
          `/api/v1/products/search?q=${encodeURIComponent(name)}`,
          world.headers,
        );
        return text.includes(name);
      },
      30_000,
    );
    found.push(performance.now() - changedAt);
  }
  return found;
}

const differencesIn = async (world: World, engine: OwnEngine): Promise<number> =>
  Object.values(await compareIndex(world.db, createMeilisearch(engine, 5_000), SEARCH_INDEX)).flat().length;

async function checkBoth(world: World, second: OwnEngine): Promise<Finding[]> {
  await world.converge();
  const { lost, stale, ghost } = await world.differences();
  return [
    exactly('differences in the first copy', 0, lost + stale + ghost),
    exactly('differences in the second copy', 0, await differencesIn(world, second)),
  ];
}

/** One of two copies is gone or stands still: nobody notices. */
export const COPY_SCENARIOS: Scenario[] = [
  {
    id: 'F56',
    title: 'kill -9 of one of two copies of the index, under load',
    run: (world, rounds) =>
      withTwoCopies(world, async (second, api, becomes) => {
        const reads = await startReadLoad(world, api.origin, 20);
        const writes = await startWriteLoad(world, 5);
        const found: number[] = [];
        const back: number[] = [];
        for (let i = 0; i < rounds(10, 2); i++) {
          await second.kill();
          await becomes('away');
          found.push(...(await measureFound(world, api, rounds(20, 5))));
          await second.start();
          const startedAt = performance.now();
          await becomes('in_service');
          back.push((performance.now() - startedAt) / 1_000);
        }
        const { missing } = await writes.stop();
        const answered = await reads.stop();
        const searches = answered.filter(({ kind }) => kind === 'search');
        const text = await api.metrics();
        return [
          exactly(`of ${answered.length} reads failed`, 'none', describeFailures(answered)),
          exactly('acknowledged writes missing', 0, missing),
          exactly(
            'searches answered by Postgres instead',
            0,
            [...text.matchAll(/^factshelf_search_fallbacks_total\{.*\} (\d+)$/gm)].reduce(
              (sum, [, count]) => sum + Number(count),
              0,
            ),
          ),
          atMost('slowest search', 1_000, slowest(searches, 1), 'ms'),
          atMost('a change is found while it is away, p99', 1_000, percentile(found, 0.99), 'ms'),
          atMost('in service after its restart', 35, Math.max(...back), 's'),
          ...(await checkBoth(world, second)),
        ];
      }),
  },
  {
    id: 'F57',
    title: 'one of two copies of the index stands still',
    run: (world, rounds) =>
      withTwoCopies(world, async (second, api, becomes) => {
        const reads = await startReadLoad(world, api.origin, 20);
        second.signal('SIGSTOP');
        const stoppedAt = performance.now();
        const [first = 0] = await measureFound(world, api, 1);
        await becomes('away');
        const leftOut = performance.now() - stoppedAt;
        const found = await measureFound(world, api, rounds(50, 5));
        second.signal('SIGCONT');
        await becomes('in_service');
        const answered = await reads.stop();
        const searches = answered.filter(({ kind }) => kind === 'search');
        return [
          exactly(`of ${answered.length} reads failed`, 'none', describeFailures(answered)),
          atMost('left out after', 5_000, leftOut, 'ms'),
          atMost('a change is found until then', 6_000, first, 'ms'),
          atMost('a change is found after that, p99', 1_000, percentile(found, 0.99), 'ms'),
          atMost('slowest search', 1_000, slowest(searches, 1), 'ms'),
          ...(await checkBoth(world, second)),
        ];
      }),
  },
];
