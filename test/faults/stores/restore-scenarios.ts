import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { verifyAuditChain } from '../../../src/platform/audit/verify-audit.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex } from '../indexer/indexer-scenarios.ts';
import { atLeast, atMost, exactly, pause, type Finding, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';

/** What the service writes about itself: it goes on by itself, and differs after every start. */
const OWN_TABLES = ['search_outbox', 'index_rebuilds', 'index_reconciles', 'index_lag_samples'];

async function listTables(world: World): Promise<string[]> {
  const { rows } = await world.db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
  return rows.map(({ name }) => name);
}

/** Every table into a file of a new folder, by the server itself: `pg_dump` is not there wherever the embedded Postgres is. */
export async function backUp(world: World, dir: string): Promise<void> {
  await mkdir(dir);
  await chmod(dir, 0o777);
  for (const table of await listTables(world)) {
    await world.db.execute(sql.raw(`copy "${table}" to '${path.join(dir, table)}'`));
  }
}

/** Into the empty tables of the current schema. */
async function restore(world: World, dir: string): Promise<void> {
  const tables = await listTables(world);
  await world.db.transaction(async (tx) => {
    // Rows come in any order, and are not changes of today.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(`truncate ${tables.map((table) => `"${table}"`).join(', ')}`));
    for (const table of tables) await tx.execute(sql.raw(`copy "${table}" from '${path.join(dir, table)}'`));
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(format('%I', table_name), column_name),
        (xpath('/row/m/text()', query_to_xml(
          format('select coalesce(max(%I), 1) as m from %I', column_name, table_name), true, true, '')))[1]::text::bigint)
      from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`);
  });
  await world.db.execute(sql`analyze`);
}

/**
 * Takes away everything that the three stores hold, and puts back what was backed up. API and indexer have ended before.
 * @param beforeStart of engine and Redis: what is done while only Postgres is there
 */
export async function wipeAndRestore(
  world: World,
  dir: string,
  beforeStart: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { rows } = await world.db.execute<{ last: string }>(sql`select last_value as last from harness_gtin`);
  await Promise.all([world.engine.kill(), world.redis.kill(), world.postgres.stop()]);
  await world.engine.wipe();
  await world.redis.wipe();
  await world.postgres.wipe();
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
  await prepareDatabase({ databaseUrl: world.postgres.serviceUrl, ownerUrl: world.postgres.url });
  await restore(world, dir);
  // The harness's own: the next products are to have other barcodes.
  await world.db.execute(sql.raw(`create sequence harness_gtin start with ${Number(rows[0]?.last) + 1}`));
  await beforeStart();
  await Promise.all([world.engine.start(), world.redis.start()]);
}

async function checksums(world: World): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await listTables(world)) {
    if (OWN_TABLES.includes(table)) continue;
    const { rows } = await world.db.execute<{ sum: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from "${table}" t`,
      ),
    );
    found.set(table, rows[0]?.sum ?? '');
  }
  return found;
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
  const before = await checksums(world);
  const used = await countUsed(world);
  const epoch = await findEpoch(world);
  const dumpedAt = performance.now();
  await backUp(world, dir);
  const dumpSeconds = (performance.now() - dumpedAt) / 1_000;

  const startedAt = performance.now();
  let after = new Map<string, string>();
  let usedAfter = 0;
  await wipeAndRestore(world, dir, async () => {
    after = await checksums(world);
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
