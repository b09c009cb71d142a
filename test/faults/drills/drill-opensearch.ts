import { loadavg } from 'node:os';
import { openOpenSearch } from '../../../src/search/engines/opensearch/opensearch-writer.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { compareDocuments } from '../../support/search/compare-index.ts';
import { startOpenSearch, type OpenSearchCluster } from '../../support/opensearch/start-opensearch.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { createTestDocuments } from '../../support/search/test-documents.ts';
import { waitFor } from '../../support/wait-for.ts';
import { touchProducts } from '../indexer/indexer-scenarios.ts';
import { describeFailures, slowest, startReadLoad } from '../load/read-load.ts';
import { atMost, describeFinding, exactly, pause, type Finding } from '../scenario.ts';
import { createWorld, type World } from '../world.ts';

const NODES = 3;
const READS_A_SECOND = 20;
const LOAD_MS = 20_000;
const LIMIT_MS = 180_000;

/** Kills the node of three that rules the cluster, under load: no search may fail, and nothing may be lost. */
async function run(): Promise<void> {
  const world = await createWorld();
  try {
    const cluster = await startOpenSearch(world.root, NODES);
    try {
      await drill(world, cluster);
    } finally {
      await cluster.stop();
    }
  } finally {
    await world.close();
  }
}

async function drill(world: World, { urls, nodes }: OpenSearchCluster): Promise<void> {
  await world.indexer.kill('SIGTERM');
  const settings = {
    SEARCH_ENGINE: 'opensearch',
    OPENSEARCH_URL: urls.join(','),
    OPENSEARCH_SHARDS: '3',
    OPENSEARCH_REPLICAS: '1',
  };
  await world.replaceIndexer(settings);
  const api = await world.startApi(settings);
  await untilEqual(world, urls);
  await untilCopied(urls[0] ?? '');
  await waitFor('an answer by way of OpenSearch', async () => {
    await api.get('/api/v1/products/search?q=milk', world.headers);
    return (await countPages(api)) > 0;
  });
  const findings = await killUnderLoad(world, api, urls, nodes[await findRuler(urls)]);
  for (const finding of findings) say(describeFinding(finding));
  process.exitCode = findings.every(({ isKept }) => isKept) ? 0 : 1;
}

async function killUnderLoad(
  world: World,
  api: StartedApi,
  urls: string[],
  node: { url: string; kill(): Promise<void> } | undefined,
): Promise<Finding[]> {
  const left = urls.filter((url) => url !== node?.url);
  const before = { pages: await countPages(api), fallbacks: await countFallbacks(api) };
  const reads = await startReadLoad(world, api.origin, READS_A_SECOND);
  const loadedAt = performance.now();
  let failedWrites = 0;
  const writing = setInterval(() => void touchProducts(world, 5).catch(() => (failedWrites += 1)), 200);
  await pause(LOAD_MS / 4);
  const killedAt = performance.now() - loadedAt;
  await node?.kill();
  await pause((LOAD_MS * 3) / 4);
  clearInterval(writing);
  const done = await reads.stop();
  const startedAt = performance.now();
  await untilEqual(world, left);
  const searches = done.filter(({ kind }) => kind === 'search');
  say(
    `${searches.length} searches, the slowest of a hundred ${slowest(searches, 0.99).toFixed(0)} ms; ` +
      `${(await countPages(api)) - before.pages} pages by way of OpenSearch, ` +
      `${(await countFallbacks(api)) - before.fallbacks} by Postgres because it was slow or failed`,
  );
  // What fails with all nodes there is the machine's.
  const early = done.filter(({ at }) => at < killedAt);
  say(
    `load ${loadavg()[0]?.toFixed(1)}; failed of ${early.length} reads before the kill: ${describeFailures(early)}`,
  );
  return [
    exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
    exactly('writes failed', 0, failedWrites),
    atMost('the index equals Postgres after the load', 60, (performance.now() - startedAt) / 1_000, 's'),
  ];
}

/** Resolves when no mark is left, and every document says what its row says. */
async function untilEqual(world: World, urls: string[]): Promise<void> {
  const names = { live: SEARCH_INDEX, next: NEXT_INDEX };
  const documents = createTestDocuments(
    openOpenSearch({ urls }, { shards: 3, replicas: 1 }, 10_000, names).live,
  );
  await waitFor(
    'the index to equal Postgres',
    async () => {
      const isRebuilding = (await world.pool.query('select from index_rebuilds where finished_at is null'))
        .rowCount;
      if (isRebuilding || (await world.countDirty()) > 0) return false;
      const found = new Map((await documents.list()).map((document) => [document.id, document]));
      const { missing, stale, ghost } = await compareDocuments(world.db, found);
      return missing.length + stale.length + ghost.length === 0;
    },
    LIMIT_MS,
  );
}

/** Before each shard has its replica, a node that goes may take the only one with it. */
async function untilCopied(url: string): Promise<void> {
  await waitFor(
    'a replica of each shard',
    async () =>
      ((await (await fetch(`${url}/_cluster/health`)).json()) as { status: string }).status === 'green',
    LIMIT_MS,
  );
}

/** Which node is the cluster manager. */
async function findRuler(urls: string[]): Promise<number> {
  const answer = await fetch(`${urls[0]}/_cat/cluster_manager?h=node`);
  return Number((await answer.text()).trim().replace('node-', ''));
}

const countFallbacks = (api: StartedApi) => sumOf(api, 'factshelf_search_fallbacks_total');

/** Pages that OpenSearch answered: all pages, except those that Postgres answered in its place. */
async function countPages(api: StartedApi): Promise<number> {
  const [pages, handedOver, fallbacks] = await Promise.all([
    sumOf(api, 'factshelf_search_pages_total'),
    sumOf(api, 'factshelf_search_hand_overs_total'),
    countFallbacks(api),
  ]);
  return pages - handedOver - fallbacks;
}

async function sumOf(api: StartedApi, series: string): Promise<number> {
  const lines = (await api.metrics()).split('\n').filter((line) => line.startsWith(series));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await run();
