import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDb, createPool, type Db } from '../../../src/db/client.ts';
import {
  createReadReplica,
  type ReadOutcome,
  type ReadReplica,
} from '../../../src/db/replica/read-replica.ts';
import { followProducts } from '../../../src/search/memory/follow-products.ts';
import { createLogger } from '../../../src/logger.ts';
import { insertProduct } from '../../support/catalogue.ts';
import { createOwnStandby, type OwnStandby } from '../../support/own-standby.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
const PORT = sql`select inet_server_port() as port`;
/** Longer than a busy machine may hold up a question. */
const MAX_LAG_MS = 1_500;

describe('a read replica', { timeout: 60_000 }, () => {
  let servers: OwnStandby;
  let primary: Pool;
  let standby: Pool;
  let db: Db;
  let replica: ReadReplica;
  let outcomes: ReadOutcome[];
  const toClose: ReadReplica[] = [];

  const openPool = (url: string) =>
    createPool({ url, applicationName: 'test', max: 5, statementTimeoutMs: 5_000, logger });
  const open = (replicaUrl: string, more: Partial<Parameters<typeof createReadReplica>[0]> = {}) => {
    const opened = createReadReplica({
      url: servers.primary.serviceUrl,
      primary,
      replicaUrl,
      maxLagMs: MAX_LAG_MS,
      max: 5,
      statementTimeoutMs: 1_350,
      settings: {},
      onRead: (outcome) => outcomes.push(outcome),
      logger,
      ...more,
    });
    toClose.push(opened);
    return opened;
  };
  const askPort = async (of = replica) => (await of.db.execute<{ port: number }>(PORT)).rows[0]?.port;
  const primaryPort = () => servers.primary.port;
  const standbyPort = () => Number(new URL(servers.url).port);
  const untilUsed = (is = true) =>
    waitFor(`the replica to be used: ${is}`, () => replica.isUsable() === is, 20_000);

  beforeAll(async () => {
    servers = await createOwnStandby();
    primary = openPool(servers.primary.url);
    standby = openPool(servers.url);
    db = createDb(primary);
  }, 90_000);
  afterAll(async () => {
    await primary.end();
    await standby.end();
    await servers.close();
  });
  beforeEach(async () => {
    outcomes = [];
    replica = open(servers.serviceUrl);
    await untilUsed();
  });
  afterEach(async () => {
    for (const one of toClose.splice(0)) await one.close();
  });

  it('answers statements and whole transactions, as the role of the service', async () => {
    expect(await askPort()).toBe(standbyPort());
    const inOne = await replica.db.transaction(async (tx) => (await tx.execute(PORT)).rows);
    expect(inOne).toEqual([{ port: standbyPort() }]);
    expect(outcomes).toEqual(['replica', 'replica']);
    expect(replica.lagMs()).toBeLessThanOrEqual(MAX_LAG_MS);
  });

  it('is no reason not to find what was just written', async () => {
    await standby.query('select pg_wal_replay_pause()');
    try {
      const { id } = await insertProduct(db, { name: 'Just approved' });
      const { rows } = await replica.db.execute(sql`select name from products where id = ${id}`);
      expect(rows).toEqual([{ name: 'Just approved' }]);
      expect(outcomes.at(-1)).toBe('nothing_found');
    } finally {
      await standby.query('select pg_wal_replay_resume()');
    }
  });

  it('is not used once it is further behind than it may be, and used again when it has caught up', async () => {
    await standby.query('select pg_wal_replay_pause()');
    try {
      const { id } = await insertProduct(db, { name: 'Behind' });
      await untilUsed(false);
      expect(replica.problem()).toBe(`it is more than ${MAX_LAG_MS} ms behind the primary`);
      await db.execute(sql`update products set name = 'Renamed' where id = ${id}`);
      const { rows } = await replica.db.execute(sql`select name from products where id = ${id}`);
      expect(rows).toEqual([{ name: 'Renamed' }]);
      expect(outcomes.at(-1)).toBe('not_usable');
    } finally {
      await standby.query('select pg_wal_replay_resume()');
    }
    await untilUsed();
    expect(await askPort()).toBe(standbyPort());
  });

  it('may be killed under load: no read fails, and it is used again when it is back', async () => {
    const failures: unknown[] = [];
    const ports = new Set<number | undefined>();
    const ending = new AbortController();
    const readers = Array.from({ length: 4 }, async () => {
      while (!ending.signal.aborted) {
        await askPort().then(
          (port) => ports.add(port),
          (error: unknown) => failures.push(error),
        );
      }
    });
    await servers.kill();
    await untilUsed(false);
    expect(await askPort()).toBe(primaryPort());
    await servers.start();
    await untilUsed();
    ending.abort();
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(ports).toEqual(new Set([primaryPort(), standbyPort()]));
    expect(outcomes).toContain('failed');
  });

  it('may stand still: whoever waits for it is answered by the primary in the time of a read', async () => {
    await askPort();
    await servers.signal('SIGSTOP');
    try {
      const waiting = [askPort(), replica.db.transaction(async (tx) => (await tx.execute(PORT)).rows)];
      expect(await Promise.all(waiting)).toEqual([primaryPort(), [{ port: primaryPort() }]]);
      expect(outcomes.slice(-2)).toEqual(['failed', 'failed']);
    } finally {
      await servers.signal('SIGCONT');
    }
    await untilUsed();
  });

  it('may cancel a read that is in the way of its log: the primary answers it', async () => {
    await insertProduct(db, { name: 'In the way' });
    await db.execute(sql`create table if not exists in_the_way as select 1 as one`);
    const before = (await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0];
    await waitFor('the table at the standby', async () => {
      const sent = await standby.query('select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [before?.lsn]);
      return sent.rowCount === 1;
    });
    const reading = replica.db.transaction(async (tx) => {
      await tx.execute(sql`select one from in_the_way`);
      if (outcomes.length === 0) await db.execute(sql`drop table if exists in_the_way`);
      await tx.execute(sql`select pg_sleep(0.2), 1`);
      await tx.execute(sql`select pg_sleep(0.3), 1`);
      return (await tx.execute(PORT)).rows;
    });
    // The table is gone at the primary as well.
    await expect(reading).rejects.toMatchObject({ cause: { code: '42P01' } });
    expect(outcomes).toEqual(['failed']);
  });

  it('is not to blame for a statement that takes too long, or cannot be', async () => {
    const slow = open(servers.serviceUrl, { statementTimeoutMs: 200 });
    await waitFor('it to be used', () => slow.isUsable(), 20_000);
    outcomes = [];
    await expect(slow.db.execute(sql`select pg_sleep(5)`)).rejects.toMatchObject({ cause: { code: '57014' } });
    await expect(slow.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(outcomes).toEqual([]);
  });

  it('is asked for nothing unless it is a standby of the same database', async () => {
    const itself = open(servers.primary.serviceUrl);
    const another = open(inject('postgresUrl'), { maxLagMs: 60_000 });
    await waitFor('both to be asked', () =>
      [itself, another].every((one) => one.problem() !== 'it has not been asked yet'),
    );
    expect(itself.problem()).toBe('it is no standby: it follows no primary');
    expect(another.problem()).toBe('it is no standby: it follows no primary');
    expect(await askPort(itself)).toBe(primaryPort());
    await servers.kill();
    const away = open(servers.serviceUrl);
    expect(await askPort(away)).toBe(primaryPort());
    await waitFor('a word about it', () => away.problem()?.startsWith('it does not answer: '));
    await servers.start();
  });

  it('gives all products to hold while it lags, and no later change is missed', async () => {
    const early = await insertProduct(db, { name: 'Early bread' });
    const seen = (await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0];
    await waitFor('the product at the standby', async () => {
      const sent = await standby.query('select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [seen?.lsn]);
      return sent.rowCount === 1;
    });
    // As by the indexer, which deletes the marks of what the engine has taken.
    await primary.query('delete from search_outbox');
    await waitFor('the change at the standby', async () => {
      const { rows } = await standby.query<{ count: number }>('select count(*)::int as count from search_outbox');
      return rows[0]?.count === 0;
    });
    await standby.query('select pg_wal_replay_pause()');
    const late = await insertProduct(db, { name: 'Late bread' });
    await primary.query('delete from search_outbox');
    const feed = followProducts(db, logger, 20, 100, undefined, () => createDb(standby));
    try {
      const idsOf = () => [early, late].map(({ id }) => feed.held()?.has(id));
      await waitFor('both to be held', () => idsOf().every(Boolean));
    } finally {
      feed.close();
      await standby.query('select pg_wal_replay_resume()');
    }
  });
});
