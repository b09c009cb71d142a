import path from 'node:path';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { copyPrimary, startStandby } from '../../support/database/embedded-standby.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { waitFor } from '../../support/wait-for.ts';
import { describeFailures, startReadLoad, type Read } from '../load/read-load.ts';
import { atMost, describeFinding, exactly, type Finding } from '../scenario.ts';
import { startFrontBalancer, type FrontBalancer } from '../servers/front-balancer.ts';
import { createWorld, type StartedIndexer, type World } from '../world.ts';

const APIS = 3;
const READS_A_SECOND = 20;
const CALLS = 150;

interface Cluster {
  world: World;
  balancer: FrontBalancer;
  apis: StartedApi[];
  indexers: StartedIndexer[];
  /** Starts the API process of this number again, on its port. */
  startAgain(at: number): Promise<void>;
  killStandby(): Promise<void>;
  startStandbyAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Several API processes behind one address, two indexers and a standby: what callers see while parts of it end. */
async function run(): Promise<void> {
  const world = await createWorld();
  let broken = 0;
  try {
    const cluster = await startCluster(world);
    const drills: [string, (cluster: Cluster) => Promise<Finding[]>][] = [
      ['two indexers, of which one writes', checkWriters],
      ['limits of one caller over all API processes', countCalls],
      ['an approved submission', approve],
      ['the standby and one API process are killed', killParts],
      ['all processes are restarted one after another', restartAll],
    ];
    for (const [title, drill] of drills) {
      say(title);
      for (const finding of await drill(cluster)) {
        say(describeFinding(finding));
        if (!finding.isKept) broken += 1;
      }
    }
    await cluster.stop();
  } finally {
    await world.close();
  }
  say(broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

async function startCluster(world: World): Promise<Cluster> {
  const options = {
    dataDir: path.join(world.root, 'postgres'),
    primaryUrl: world.postgres.url,
    logger: createLogger('standby', 'silent'),
  };
  await copyPrimary(options);
  let standby = await startStandby(options);
  const { port } = standby;
  const readUrl = new URL(world.postgres.serviceUrl);
  readUrl.port = String(port);
  const settings = { DATABASE_READ_URL: readUrl.href, TRUST_PROXY: '1', STOP_DELAY_MS: '1000' };
  const apis: StartedApi[] = [];
  for (let i = 0; i < APIS; i++) apis.push(await world.startApi(settings));
  // Calls that a process takes before it has reached Redis pass uncounted.
  for (const api of apis) await untilReady(api);
  const origins = apis.map(({ origin }) => origin);
  const balancer = await startFrontBalancer(origins, await findServerPort());
  return {
    world,
    balancer,
    apis,
    indexers: [world.indexer, await world.startIndexer()],
    async startAgain(at) {
      apis[at] = await world.startApi({ ...settings, PORT: new URL(origins[at] ?? '').port });
    },
    async killStandby() {
      process.kill(standby.pid, 'SIGKILL');
      await standby.exited;
    },
    async startStandbyAgain() {
      standby = await startStandby({ ...options, port });
    },
    async stop() {
      await balancer.stop();
      await Promise.all(apis.map((api) => api.stop()));
      await standby.stop();
    },
  };
}

async function checkWriters({ indexers }: Cluster): Promise<Finding[]> {
  const writers = await waitFor('both indexers to answer', async () => {
    const found = await Promise.all(indexers.map((indexer) => indexer.metric('factshelf_index_writer')));
    return found.includes(undefined) ? undefined : found;
  });
  return [exactly('writers among them', 1, writers.filter((isWriter) => isWriter === 1).length)];
}

async function countCalls({ world, apis }: Cluster): Promise<Finding[]> {
  const limits = [
    {
      of: 'a minute',
      tier: { code: 'hundred', perMinute: 100, cumulative: null },
      passed: 100,
      refusal: 429,
    },
    { of: 'in all', tier: { code: 'ninety', perMinute: null, cumulative: 90 }, passed: 90, refusal: 403 },
  ];
  const findings: Finding[] = [];
  for (const { of, tier, passed, refusal } of limits) {
    await world.db.insert(tiers).values(tier);
    const headers = { 'X-API-Key': (await insertKey(world.db, tier.code)).key };
    // The limit counts minutes of the clock: all calls have to fall into one.
    await waitFor('a minute that has just begun', () => Date.now() % 60_000 < 30_000, 35_000);
    const spread = Array.from({ length: CALLS / APIS }, () => apis).flat();
    const answers = await Promise.all(spread.map((api) => api.get('/api/v1/categories', headers)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    findings.push(
      exactly(`of ${CALLS} calls passed, ${of}`, passed, count(200)),
      exactly(`refused with ${refusal}`, CALLS - passed, count(refusal)),
    );
  }
  return findings;
}

async function approve({ world, balancer, apis }: Cluster): Promise<Finding[]> {
  const operator = await signInTestOperator(world.db, 'reviewer');
  const gtin = gtinOf(77);
  const post = async (target: string, body: object, headers = {}): Promise<{ id?: string }> => {
    const response = await fetch(balancer.origin + target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id?: string };
  };
  const submission = { gtin, name: 'Quibblewort paste', brand: 'Quibblewort' };
  const { id } = await post('/api/public/submissions', submission);
  await post(`/api/admin/submissions/${id}/approve`, {}, operator.headers);
  const targets = [
    '/products/search?q=quibblewort',
    `/products/barcode/${gtin}`,
    '/products/search?q=paste&facets=brand',
  ];
  const shows = async (api: StartedApi) => {
    const answers = await Promise.all(targets.map((target) => api.get(`/api/v1${target}`, world.headers)));
    return answers.every(({ text }) => text.includes('Quibblewort'));
  };
  await waitFor(
    'the submission at one process',
    async () => (await Promise.all(apis.map(shows))).some(Boolean),
    30_000,
  );
  const shownAt = performance.now();
  await waitFor(
    'the submission at all processes',
    async () => (await Promise.all(apis.map(shows))).every(Boolean),
    30_000,
  );
  return [atMost('shown by all processes, after the first', 1, (performance.now() - shownAt) / 1_000, 's')];
}

async function killParts(cluster: Cluster): Promise<Finding[]> {
  const { world, balancer, apis } = cluster;
  const areReading = (isUsed: boolean) =>
    waitFor(
      `the standby in use: ${isUsed}`,
      async () => {
        const answers = await Promise.all(apis.map((api) => api.get('/readyz')));
        return answers.every(({ text }) => text.includes(`"is_used":${isUsed}`));
      },
      60_000,
    );
  await areReading(true);
  const load = await startReadLoad(world, balancer.origin, READS_A_SECOND);
  await cluster.killStandby();
  await areReading(false);
  apis[1]?.program.kill('SIGKILL');
  await apis[1]?.program.ended;
  await cluster.startAgain(1);
  await cluster.startStandbyAgain();
  await areReading(true);
  return judge(await load.stop());
}

async function restartAll(cluster: Cluster): Promise<Finding[]> {
  const { world, balancer, apis, indexers } = cluster;
  const load = await startReadLoad(world, balancer.origin, READS_A_SECOND);
  for (let at = 0; at < APIS; at++) {
    await apis[at]?.stop();
    await cluster.startAgain(at);
    const api = apis[at];
    if (api) await untilReady(api);
    await balancer.look();
  }
  for (const [at, indexer] of indexers.entries()) {
    await indexer.kill('SIGTERM');
    indexers[at] = await world.startIndexer();
  }
  const findings = judge(await load.stop());
  return [...findings, atMost('the index equals Postgres again', 60, await world.converge(), 's')];
}

async function untilReady(api: StartedApi): Promise<void> {
  await waitFor('the process to be ready', async () => (await api.get('/readyz')).status === 200, 60_000);
}

function judge(reads: Read[]): Finding[] {
  return [exactly(`of ${reads.length} reads failed`, 'none', describeFailures(reads))];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await run();
