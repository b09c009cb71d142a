import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch } from '../../../src/search/create-search.ts';
import { findReconcile, requestReconcile } from '../../../src/search/index/reconcile-store.ts';
import { findOpenRebuild, listRebuilds } from '../../../src/search/index/rebuild-store.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { ROOT } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { findOtherAnswers } from './compare-answers.ts';
import { touchProducts } from '../indexer/indexer-scenarios.ts';
import { checkOut, copyMigrationsAndOneMore, runOwnTests } from './other-release.ts';
import { describeFailures, startReadLoad } from '../load/read-load.ts';
import { atMost, describeFinding, exactly, pause, type Finding } from '../scenario.ts';
import { createWorld, type World } from '../world.ts';

const command = new Command('deploy')
  .description(
    'Rolls this release out over an earlier one, under load, and takes it back; nothing may fail or be wrong.',
  )
  .argument('<release>', 'the earlier one, from version 1.0 on: a tag or commit of this repository')
  .option('--own-tests', 'also run the integration tests that it came with on the new schema')
  .action(run);

async function run(release: string, options: { ownTests?: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-release-'));
  const earlier = path.join(folder, 'earlier');
  const migrations = path.join(folder, 'migrations');
  let broken = 0;
  const report = (title: string, findings: Finding[]) => {
    say(title);
    for (const finding of findings) say(describeFinding(finding));
    broken += findings.filter(({ isKept }) => !isKept).length;
  };
  try {
    checkOut(release, earlier);
    copyMigrationsAndOneMore(migrations);
    const world = await createWorld(earlier);
    try {
      await agree(world);
      const old = world.api;
      report('the database is migrated while the earlier release serves', await migrate(world, migrations));
      const api = await world.startApi({}, ROOT);
      report('both releases on the new schema', await compare(world, old, api));
      report('the indexer of this release takes over', await takeOver(world, old, api));
      world.api = api;
      await old.stop();
      report('this release is taken back', await takeBack(world, earlier));
    } finally {
      await world.close();
    }
    if (options.ownTests) report('the earlier release by itself', checkOwnTests(earlier, migrations));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`\n${broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`}`);
  process.exitCode = broken === 0 ? 0 : 1;
}

/** Waits until whichever indexer writes says itself that the index equals Postgres. */
async function agree(world: World): Promise<number> {
  const startedAt = performance.now();
  await waitFor(
    'the indexer to find no difference',
    async () => {
      if ((await world.countDirty()) > 0 || (await findOpenRebuild(world.db))) return false;
      const { id } = await requestReconcile(world.db, 'drill');
      const done = await waitFor(
        'a comparison',
        async () => {
          const one = await findReconcile(world.db, id);
          return one?.finishedAt ? one : undefined;
        },
        60_000,
      );
      return !done.error && done.missing === 0 && done.stale === 0 && done.ghost === 0;
    },
    120_000,
  );
  return (performance.now() - startedAt) / 1_000;
}

async function migrate(world: World, migrations: string): Promise<Finding[]> {
  const reads = await startReadLoad(world, world.api.origin, 30);
  const writing = setInterval(() => void touchProducts(world, 5).catch(() => (failedWrites += 1)), 200);
  let failedWrites = 0;
  // Somebody who reads for long: without patience the migration would make everybody wait behind him.
  const reader = await world.pool.connect();
  await reader.query('begin');
  await reader.query('select count(*) from products');
  const startedAt = performance.now();
  const migrated = migrateDatabase(world.postgres.url, migrations);
  await pause(3_000);
  await reader.query('commit');
  reader.release();
  await migrated;
  const took = (performance.now() - startedAt) / 1_000;
  await pause(2_000);
  clearInterval(writing);
  const done = await reads.stop();
  return [
    exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
    exactly('writes failed', 0, failedWrites),
    atMost('migrated, with a reader in the way for 3 s', 10, took, 's'),
    atMost('the index, by its own indexer', 30, await agree(world), 's'),
  ];
}

async function compare(world: World, old: StartedApi, api: StartedApi): Promise<Finding[]> {
  const { compared, different } = await findOtherAnswers(world, old, api);
  const registered = await post(old, '/api/v1/register', {
    email: 'earlier@example.org',
    password: 'correct horse battery staple',
  });
  const again = await post(api, '/api/v1/account', {
    email: 'earlier@example.org',
    password: 'correct horse battery staple',
  });
  return [
    exactly(`of ${compared} answers different`, 'none', different.join(', ') || 'none'),
    exactly('registered by the earlier release, known to this one', '201, 200', `${registered}, ${again}`),
  ];
}

/** Both APIs answer while the index of the earlier release is rebuilt by the indexer of this one. */
async function takeOver(world: World, old: StartedApi, api: StartedApi): Promise<Finding[]> {
  const rebuilds = (await listRebuilds(world.db, 100)).length;
  await world.indexer.kill('SIGTERM');
  const loads = await Promise.all([old, api].map(({ origin }) => startReadLoad(world, origin, 15)));
  const stopWatching = watchSearches(world, { 'the earlier release': old, 'this release': api });
  world.indexer = await world.startIndexer({}, ROOT);
  const took = await world.converge(120_000);
  await pause(3_000);
  const wrong = await stopWatching();
  const reads = (await Promise.all(loads.map((load) => load.stop()))).flat();
  const rebuilt = (await listRebuilds(world.db, 100)).length - rebuilds;
  return [
    exactly(`of ${reads.length} reads failed`, 'none', describeFailures(reads)),
    exactly(`of ${wrong.asked} searches wrong (${rebuilt} rebuilds)`, 'none', wrong.describe()),
    atMost('the index is as this release makes it', 60, took, 's'),
  ];
}

async function takeBack(world: World, earlier: string): Promise<Finding[]> {
  const before = world.api;
  const old = await world.startApi({}, earlier);
  await world.indexer.kill('SIGTERM');
  const loads = await Promise.all([old, before].map(({ origin }) => startReadLoad(world, origin, 15)));
  const stopWatching = watchSearches(world, { 'the earlier release': old, 'this release': before });
  world.indexer = await world.startIndexer({}, earlier);
  await touchProducts(world, 50);
  const took = await agree(world);
  const wrong = await stopWatching();
  const reads = (await Promise.all(loads.map((load) => load.stop()))).flat();
  await before.stop();
  return [
    exactly(`of ${reads.length} reads failed`, 'none', describeFailures(reads)),
    exactly(`of ${wrong.asked} searches wrong`, 'none', wrong.describe()),
    atMost('the index is as the earlier release makes it', 60, took, 's'),
  ];
}

/** Compares what each API finds with what Postgres says, again and again. */
function watchSearches(world: World, apis: Record<string, StartedApi>) {
  const { db } = world;
  const exact = createSearch({
    db,
    metrics: createMetrics(),
    logger: createLogger('drill', 'silent'),
    engine: undefined,
  });
  const wrong = new Map<string, number>();
  let asked = 0;
  const ending = new AbortController();
  const list = async (q: string) => {
    const query = searchQuerySchema.parse({ q });
    const { items } = await exact.searchProducts(query, AbortSignal.timeout(10_000));
    return items.map(({ id }) => id).join();
  };
  const watch = async () => {
    while (!ending.signal.aborted) {
      for (const q of ['milk', 'oat drnk', 'honey bread']) {
        for (const [name, api] of Object.entries(apis)) {
          const before = await list(q);
          const { status, text } = await api.get(`/api/v1/products/search?q=${q}`, world.headers);
          // A change on its way may not be found for a moment.
          if (status !== 200 || before !== (await list(q)) || (await world.countDirty()) > 0) continue;
          asked += 1;
          const { items } = JSON.parse(text) as { items: { id: string }[] };
          if (items.map(({ id }) => id).join() !== before) wrong.set(name, (wrong.get(name) ?? 0) + 1);
        }
      }
      await pause(50);
    }
  };
  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
    const describe = () => [...wrong].map(([name, count]) => `${count} by ${name}`).join(', ') || 'none';
    return { asked, describe };
  };
}

function checkOwnTests(earlier: string, migrations: string): Finding[] {
  const { passed, failed } = runOwnTests(earlier, migrations);
  return [
    exactly(`its own integration tests failed (${passed} passed)`, 'none', failed.join('; ') || 'none'),
  ];
}

async function post(api: StartedApi, target: string, body: object): Promise<number> {
  const response = await fetch(api.origin + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await command.parseAsync();
