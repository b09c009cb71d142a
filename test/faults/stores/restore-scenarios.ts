import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { verifyAuditChain } from '../../../src/platform/audit/verify-audit.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { sumTables } from '../../support/database/table-checksums.ts';
import { programOf, ROOT, startNode } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex } from '../indexer/indexer-scenarios.ts';
import { atLeast, atMost, exactly, pause, type Finding, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';

/** By the command, while all go on. Returns the file. */
export async function backUp(world: World, dir: string): Promise<string> {
  const told = await run(world, 'backup', ['--to', dir, '--json']);
  return z.object({ file: z.string() }).parse(JSON.parse(told)).file;
}

async function run(world: World, command: 'backup' | 'restore', args: string[]): Promise<string> {
  const settings = { DATA_DIR: world.postgres.dataDir, LOG_LEVEL: 'warn' };
  const program = startNode([...programOf(`src/cli/backup/${command}`), ...args], settings, ROOT);
  if ((await program.ended) !== 0) throw new Error(`${command}: ${program.errors()}`);
  return program.output();
}

/**
 * Takes away everything that the three stores hold, and puts back what was backed up. API and indexer have ended before.
 * @param beforeStart of engine and Redis: what is done while only Postgres is there
 */
export async function wipeAndRestore(
  world: World,
  file: string,
  beforeStart: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await Promise.all([world.engine.kill(), world.redis.kill(), world.postgres.stop()]);
  await world.engine.wipe();
  await world.redis.wipe();
  await world.postgres.wipe();
  await run(world, 'restore', [file]);
  await world.postgres.start();
  await waitFor(
    'Postgres',
    () =>
      world.db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  // As `npm start` does: the role of the service has its password again.
  await prepareDatabase({ databaseUrl: world.postgres.serviceUrl, ownerUrl: world.postgres.url });
  await beforeStart();
  await Promise.all([world.engine.start(), world.redis.start()]);
}

async function findEpoch(world: World): Promise<string> {
  const { rows } = await world.db.execute<{ epoch: string }>(sql`select change_feed_epoch() as epoch`);
  return rows[0]?.epoch ?? '';
}

async function countUsed(world: World): Promise<number> {
  const { rows } = await world.db.execute<{ used: number }>(
    sql`select coalesce(sum(used), 0)::int as used from account_usage`,
  );
  return rows[0]?.used ?? 0;
}

/**
 * Dumps a filled catalogue, takes everything away that the three stores hold, restores, starts, and compares every
 * table and every document.
 */
export async function rehearseRestore(world: World): Promise<Finding[]> {
  for (let i = 0; i < 25; i++) await world.api.get('/api/v1/stats', world.headers);
  for (let i = 0; i < 20; i++) {
    await saveAuditEntry(
      world.db,
      { actor: 'drill' },
      { action: 'drill.began', entity: 'drill', after: { i } },
    );
  }
  // Counts are written down every few seconds.
  await pause(6_000);
  await Promise.all([world.api.stop(), world.indexer.kill('SIGTERM')]);
  const dir = path.join(world.root, 'dump');
  const before = await sumTables(world.db);
  const used = await countUsed(world);
  const epoch = await findEpoch(world);
  const dumpedAt = performance.now();
  const file = await backUp(world, dir);
  const dumpSeconds = (performance.now() - dumpedAt) / 1_000;

  const startedAt = performance.now();
  let after = new Map<string, string>();
  let usedAfter = 0;
  await wipeAndRestore(world, file, async () => {
    after = await sumTables(world.db);
    usedAfter = await countUsed(world);
  });
  world.api = await world.startApi();
  await world.replaceIndexer();
  const answered = (performance.now() - startedAt) / 1_000;
  const lookup = await world.api.get('/api/v1/products/search?q=milk', world.headers);
  await waitFor(
    'the index',
    async () =>
      (
        await world.client
          .index(SEARCH_INDEX)
          .getStats()
          .catch(() => undefined)
      )?.numberOfDocuments,
    300_000,
  );
  await world.converge(300_000);
  const whole = (performance.now() - startedAt) / 1_000;
  const audit = await verifyAuditChain(world.db);
  const different = [...before].filter(([table, sum]) => after.get(table) !== sum).map(([table]) => table);
  return [
    exactly(
      `of ${before.size} tables different (dumped in ${dumpSeconds.toFixed(1)} s)`,
      'none',
      different.join() || 'none',
    ),
    atLeast('quota used, as dumped', used, usedAfter, 'calls'),
    exactly(`of ${audit.checked} rows of the audit log wrong`, 0, audit.problems.length),
    exactly('cursors of before are good', 'no', (await findEpoch(world)) === epoch ? 'yes' : 'no'),
    atLeast('rows of the audit log', 20, audit.checked, 'rows'),
    exactly('the key of before, and a search', 200, lookup.status),
    atMost('answers again', 120, answered, 's'),
    atMost('index equal', 120, whole, 's'),
    ...(await checkIndex(world)),
  ];
}

export const RESTORE_SCENARIOS: Scenario[] = [
  {
    id: 'F32',
    title: 'restore drill: dump, wipe all three stores, restore, start',
    async run(world, rounds) {
      await insertProducts(world.db, rounds(100_000, 5_000));
      await world.converge(300_000);
      return await rehearseRestore(world);
    },
  },
];
