import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFailure } from '../../../src/embedded/describe-failure.ts';
import { createDb, readsWithin } from '../../../src/platform/db/client.ts';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createWakeUpWorker } from '../../../src/platform/job-queue/wake-up-queue.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createSinglePool } from '../../support/database/single-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a connection lost between two statements of a transaction fails that transaction and nothing else', async () => {
  const transaction = database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid;
    await database.db.execute(sql`select pg_terminate_backend(${pid})`);
    await waitFor('its end', async () => {
      const found = await database.db.execute(sql`select from pg_stat_activity where pid = ${pid}`);
      return found.rows.length === 0;
    });
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

it('a transaction that could not begin gives its connection back, and nobody goes on in it', async () => {
  const proxy = await createTcpProxy(database.url);
  const pool = createSinglePool(proxy.url, { statementTimeoutMs: 400 });
  const db = createDb(pool);
  try {
    await db.execute(sql`create table written (id int)`);
    proxy.hold();
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    await proxy.open();
    await db.execute(sql`insert into written values (1)`);
    const { rows } = await database.db.execute(sql`select id from written`);
    expect(rows).toEqual([{ id: 1 }]);
  } finally {
    await pool.end();
    await proxy.close();
  }
});

it('a transaction that runs out of time gives its connection back, and the next one uses it without that limit', async () => {
  const pool = createSinglePool(database.url);
  const db = createDb(pool);
  const describe = async () =>
    (await db.execute(sql`select pg_backend_pid() as pid, current_setting('statement_timeout') as most`))
      .rows;
  try {
    const before = await describe();
    const slow = db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`), readsWithin(20));
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
    expect(await describe()).toEqual(before);
  } finally {
    await pool.end();
  }
});

it('a connection that listens for wake-ups, lost while it is being closed, ends nothing else', async () => {
  const countListeners = async () => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity where application_name = 'index-sync' and datname = current_database()`,
    );
    return rows[0]?.count;
  };
  const logger = createLogger('test', 'silent');
  // What is lost between two steps of the closing, a millisecond apart, would be an unhandled error.
  for (let round = 0; round < 20; round++) {
    const workers = Array.from({ length: 8 }, () =>
      createWakeUpWorker({ databaseUrl: database.url, redisUrl: undefined, logger }, () => undefined),
    );
    await waitFor('their connections', async () => (await countListeners()) === workers.length);
    const closing = Promise.all(workers.map((worker) => worker.close()));
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'index-sync' and datname = current_database()`,
    );
    await closing;
    await waitFor('their end', async () => (await countListeners()) === 0);
  }
  // 160 connections, each made again.
});

it('a connection lost in the middle of a migration fails the migration with the reason', async () => {
  const proxy = await createTcpProxy(database.url);
  await database.db.transaction(async (tx) => {
    // It waits for anyone who migrates at the moment.
    await tx.execute(sql`select pg_advisory_xact_lock(7305221)`);
    const migrating = migrateDatabase(proxy.url).catch((error: unknown) => error);
    await waitFor('the migration to wait', async () => {
      const { rows } = await database.db.execute(
        sql`select from pg_stat_activity
            where application_name = 'factshelf-migrate' and wait_event = 'advisory' and datname = current_database()`,
      );
      return rows.length > 0;
    });
    await proxy.shut();
    expect(String(await migrating)).toMatch(/Connection terminated/);
  });
});

it('migrations wait for a server that does not answer yet', async () => {
  const proxy = await createTcpProxy(database.url);
  await proxy.shut();
  const command = startProgram('src/cli/migrate', { DATABASE_URL: proxy.url });
  try {
    await waitFor('its first attempt', () => command.errors().includes('cannot be reached'));
    await proxy.open();
    expect(await command.ended, command.errors()).toBe(0);
    expect(command.output()).toBe('The database is up to date.\n');
  } finally {
    command.kill('SIGKILL');
    await proxy.close();
  }
});

it('a connection that is not made in time means that the database cannot be reached', async () => {
  const proxy = await createTcpProxy(database.url);
  proxy.hold();
  const client = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 50 });
  try {
    const failure: unknown = await client.connect().catch((error: unknown) => error);
    expect(describeFailure(failure)).toMatch(/^The database cannot be reached \(.*timeout expired\)/);
  } finally {
    await proxy.close();
  }
});
