import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import { listDumpNames } from '../../../src/publish/dumps/dump-folder.ts';
import {
  beginRun,
  isDumpDue,
  listRuns,
  measureDumpState,
  saveRun,
} from '../../../src/publish/dumps/dump-run-store.ts';
import { startNightlyDumps } from '../../../src/publish/dumps/nightly-dumps.ts';
import { runDump } from '../../../src/publish/dumps/run-dump.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDumpRoot, makeDump } from '../../support/changes/dump-reader.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let dumps: ReturnType<typeof createDumpRoot>;
const run = (statement: ReturnType<typeof sql>) => database.db.execute(statement);

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  dumps = createDumpRoot();
  await run(sql`truncate products, dump_runs cascade`);
  await insertProduct(database.db, { name: 'Product 0', countryOfOrigin: 'France' });
  await run(sql`
    insert into products (id, name, search_name, category_id, status, quality_score, country_of_origin)
    select gen_random_uuid(), 'Product ' || i, 'product ' || i, category_id, status, quality_score, country_of_origin
    from products, generate_series(1, 99) i`);
});
afterEach(() => dumps.remove());
afterAll(() => database.drop());

const DUMP = { requestedBy: 'command' as const };
const dump = (options = {}) => runDump({ ...DUMP, db: database.db, root: dumps.root, ...options });
const lastRun = async () => (await listRuns(database.db, 1))[0];

describe('a dump that lacks what the one before had', () => {
  test('is not published when 5 % of the rows are gone, and the one before stays', async () => {
    const { name } = await makeDump(database.db, dumps.root);
    await run(sql`delete from products where id in (select id from products order by id limit 6)`);
    expect(await dump()).toEqual({
      state: 'refused',
      reasons: ['products has 94 rows, before it had 100.'],
    });
    expect(readdirSync(dumps.root)).toEqual([name]);
    expect(await lastRun()).toMatchObject({
      state: 'refused',
      products: 94,
      error: expect.stringContaining('94 rows'),
    });
    expect(await measureDumpState(database.db)).toMatchObject({ lastState: 'refused', products: 100 });

    const accepted = await makeDump(database.db, dumps.root, { acceptsShrunken: true });
    expect(await listDumpNames(dumps.root)).toEqual([accepted.name, name]);
    // From now on that is what the next one is compared with.
    await makeDump(database.db, dumps.root);
  });

  test('is published when fewer are gone', async () => {
    await makeDump(database.db, dumps.root);
    await run(sql`delete from products where id in (select id from products order by id limit 5)`);
    await makeDump(database.db, dumps.root);
  });

  test('is not published when a column has come to nothing', async () => {
    await makeDump(database.db, dumps.root);
    await run(sql`update products set country_of_origin = null`);
    expect(await dump()).toEqual({
      state: 'refused',
      reasons: ['products has no values in country_of_origin any more.'],
    });
  });
});

test('seven are kept', async () => {
  const names: string[] = [];
  for (let i = 0; i < 9; i++) names.unshift((await makeDump(database.db, dumps.root)).name);
  expect(await listDumpNames(dumps.root)).toEqual(names.slice(0, 7));
  expect(readdirSync(dumps.root)).toHaveLength(7);
});

test('two at once: one does it, the other says so', async () => {
  const outcomes = await Promise.all([dump(), dump()]);
  // The second may come when the first has ended, too.
  expect(outcomes.map(({ state }) => state)).toContain('published');
  const locked = await database.pool.connect();
  await locked.query('begin; select pg_advisory_xact_lock(7305241)');
  expect(await dump()).toEqual({ state: 'busy' });
  await locked.query('rollback');
  locked.release();
});

test('nothing that it does is deprecated: two queries at once on one connection are', async () => {
  const program = startProgram('src/cli/dump', {
    DATABASE_URL: database.url,
    DUMP_DIR: dumps.root,
    NODE_OPTIONS: '--throw-deprecation',
  });
  expect(await program.ended, program.errors()).toBe(0);
  expect(program.errors()).toBe('');
});

describe('a dumper that is killed', () => {
  // What it needs next is locked: nothing is written yet, or all products and not the brands.
  test.each(['sources', 'brands'])(
    'while it waits for %s leaves what there was, and the next removes its files',
    async (table) => {
      const { name } = await makeDump(database.db, dumps.root);
      const locker = await database.pool.connect();
      await locker.query(`begin; lock table ${table} in access exclusive mode`);
      const program = startProgram('src/cli/dump', { DATABASE_URL: database.url, DUMP_DIR: dumps.root });
      await waitFor('the dumper at the lock', async () => {
        const { rows } = await database.pool.query<{ waiting: boolean }>(
          `select exists (select from pg_stat_activity where application_name = 'factshelf-dump'
           and datname = current_database() and wait_event_type = 'Lock') as waiting`,
        );
        return rows[0]?.waiting ?? false;
      });
      expect(readdirSync(dumps.root).filter((entry) => entry.startsWith('.unfinished-'))).toHaveLength(1);
      program.kill('SIGKILL');
      expect(await program.ended).toBeNull();
      await locker.query('rollback');
      locker.release();
      expect(await listDumpNames(dumps.root)).toEqual([name]);
      expect(await lastRun()).toMatchObject({ state: 'running' });

      await waitFor('the end of its connection', async () => (await dump()).state === 'published');
      expect(readdirSync(dumps.root).filter((entry) => entry.startsWith('.'))).toEqual([]);
      const [, killed] = await listRuns(database.db, 2);
      expect(killed).toMatchObject({ state: 'failed', error: 'The process was killed.' });
    },
  );

  test('by SIGTERM cleans up behind itself', async () => {
    const locker = await database.pool.connect();
    await locker.query('begin; lock table brands in access exclusive mode');
    const program = startProgram('src/cli/dump', { DATABASE_URL: database.url, DUMP_DIR: dumps.root });
    await waitFor('its files', () => readdirSync(dumps.root).length === 1);
    program.kill('SIGTERM');
    await locker.query('rollback');
    locker.release();
    expect(await program.ended, program.output()).toBe(1);
    expect(program.errors()).toContain('It was told to stop.');
    expect(readdirSync(dumps.root)).toEqual([]);
    expect(await lastRun()).toMatchObject({ state: 'failed', error: 'It was told to stop.' });
  });
});

describe('a disk', () => {
  test('that is full ends the run, and the one before stays', async ({ skip }) => {
    const small = path.join(dumps.root, 'small');
    mkdirSync(small);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]).status === 0;
    if (!mounted) skip('no small disk can be mounted here');
    try {
      const { name } = await makeDump(database.db, small);
      await run(sql`
        insert into products (id, name, search_name, category_id, status, quality_score)
        select gen_random_uuid(), md5(i::text) || md5((-i)::text), 'x', (select id from categories limit 1), 'active', 0.5
        from generate_series(1, 3000) i`);
      await expect(dump({ root: small })).rejects.toThrow(/ENOSPC/);
      expect(readdirSync(small)).toEqual([name]);
      expect(await lastRun()).toMatchObject({ state: 'failed', error: expect.stringContaining('ENOSPC') });
      expect(await measureDumpState(database.db)).toMatchObject({ lastState: 'failed', products: 100 });
    } finally {
      spawnSync('umount', [small]);
    }
  });

  test('that is not there is said', async () => {
    const file = path.join(dumps.root, 'file');
    writeFileSync(file, '');
    await expect(dump({ root: path.join(file, 'dumps') })).rejects.toThrow(/ENOTDIR/);
    expect(await lastRun()).toMatchObject({ state: 'failed', error: expect.stringContaining('ENOTDIR') });
  });
});

describe('each night', () => {
  const hourAgo = () => new Date(Date.now() - 3_600_000);

  test('one is due until it is made or refused; a failed one is tried again after an hour, three times', async () => {
    const { db } = database;
    const isDue = () => isDumpDue(db, hourAgo());
    const end = async (state: 'published' | 'failed' | 'refused') =>
      saveRun(db, await beginRun(db, 'schedule'), { state });
    const age = (minutes: number) =>
      run(sql`update dump_runs set started_at = started_at - make_interval(mins => ${minutes})`);
    expect(await isDue()).toBe(true);
    await end('refused');
    expect(await isDue()).toBe(false);
    await age(61);
    expect(await isDue()).toBe(true);
    await end('failed');
    expect(await isDue()).toBe(false);
    expect(await isDumpDue(db, new Date())).toBe(false);
    await age(61);
    expect(await isDumpDue(db, new Date(Date.now() - 3 * 3_600_000))).toBe(false);
    await run(sql`truncate dump_runs`);
    for (let i = 0; i < 3; i++) await end('failed');
    await age(61);
    expect(await isDumpDue(db, new Date(Date.now() - 7_200_000))).toBe(false);
    expect(await isDue()).toBe(true);
  });

  test('one is due again when nobody could go on from the last', async () => {
    await makeDump(database.db, dumps.root);
    expect(await isDumpDue(database.db, hourAgo())).toBe(false);
    await run(sql`update change_feed set epoch = gen_random_uuid()`);
    expect(await isDumpDue(database.db, hourAgo())).toBe(true);
  });

  test('one process makes it, however many look', async () => {
    const options = {
      db: database.db,
      dumpDir: dumps.root,
      databaseUrl: database.url,
      at: { hours: new Date().getUTCHours(), minutes: 0 },
      logger: createLogger('test', 'silent'),
      lookEveryMs: 20,
    };
    const nights = [1, 2, 3].map(() => startNightlyDumps(options));
    await waitFor('a dump', async () => (await listDumpNames(dumps.root)).length > 0);
    await waitFor('the others', async () => (await measureDumpState(database.db)).lastState === 'published');
    await Promise.all(nights.map((night) => night.close()));
    expect(await listRuns(database.db, 10)).toMatchObject([{ state: 'published', requestedBy: 'schedule' }]);
    expect(await listDumpNames(dumps.root)).toHaveLength(1);
  });
});

test('they are tried again when no process can be started', async () => {
  const refused: unknown[] = [];
  const logger = createLogger('test', 'silent');
  logger.error = (...said: unknown[]) => void refused.push(said);
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  const nights = startNightlyDumps({
    db: database.db,
    dumpDir: dumps.root,
    databaseUrl: database.url,
    at: { hours: 0, minutes: 0 },
    logger,
    lookEveryMs: 20,
  });
  try {
    await waitFor('a second attempt', () => refused.length > 1);
  } finally {
    process.execPath = execPath;
    await nights.close();
  }
});

// The last one: what the log says stays.
test('those that may hold what was erased on request go with the next one, which is due at once', async () => {
  const before = await makeDump(database.db, dumps.root);
  const since = new Date(Date.now() - 3_600_000);
  expect(await isDumpDue(database.db, since)).toBe(false);
  await saveAuditEntry(database.db, { actor: 'test' }, { action: 'product.erased', entity: 'product' });
  expect(await isDumpDue(database.db, since)).toBe(true);
  expect(await listDumpNames(dumps.root)).toEqual([before.name]);
  const after = await makeDump(database.db, dumps.root);
  expect(await listDumpNames(dumps.root)).toEqual([after.name]);
});
