import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { Registry } from '@prometheus-io/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import {
  createReadReplica,
  type ReadOutcome,
  type ReadReplica,
} from '../../../src/platform/db/replica/read-replica.ts';
import { createReplicaCheck, measureReplica } from '../../../src/platform/db/replica/replica-health.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createOwnStandby, type OwnStandby } from '../../support/database/own-standby.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
const PORT = sql`select inet_server_port() as port`;
/** Longer than a busy machine may hold up a question. */
const MAX_LAG_MS = 1_500;

describe('a read replica', () => {
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

  /** What has been written so far is at the standby. */
  const untilReplayed = async () => {
    const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    // The end of a record may be reported before the header of the next page.
    await primary.query('select pg_log_standby_snapshot()');
    await waitFor('the standby to catch up', async () => {
      const caughtUp = 'select where pg_last_wal_replay_lsn() >= $1::pg_lsn';
      return (await standby.query(caughtUp, [rows[0]?.lsn])).rowCount === 1;
    });
  };

  beforeAll(async () => {
    servers = await createOwnStandby();
    primary = openPool(servers.primary.url);
    standby = openPool(servers.url);
    db = createDb(primary);
  });
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
    const registry = new Registry();
    measureReplica(registry, replica);
    expect(await registry.metrics()).toContain('factshelf_replica_used 1\n');
    expect(createReplicaCheck(replica).detail(replica)).toMatchObject({ is_used: true });
  });

  it('is no reason not to find what was just written', async () => {
    await standby.query('select pg_wal_replay_pause()');
    try {
      const id = await insertProduct(db, { name: 'Just approved' });
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
      const id = await insertProduct(db, { name: 'Behind' });
      await untilUsed(false);
      const problem = await waitFor('a word about it', () => replica.problem());
      expect(problem).toBe(`it is more than ${MAX_LAG_MS} ms behind the primary`);
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

  it('may stand still: anyone who waits for it is answered by the primary in the time of a read', async () => {
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
    await db.execute(sql`create table in_the_way as select 1 as one`);
    await db.execute(sql`grant select on in_the_way to factshelf_app`);
    await untilReplayed();
    let attempts = 0;
    const rows = await replica.db.transaction(async (tx) => {
      await tx.execute(sql`select one from in_the_way`);
      if (++attempts === 1) await db.execute(sql`truncate in_the_way`);
      // Longer than the standby of the test lets its log wait.
      for (let i = 0; i < 6; i += 1) await tx.execute(sql`select pg_sleep(0.1)`);
      return (await tx.execute(PORT)).rows;
    });
    expect(rows).toEqual([{ port: primaryPort() }]);
    expect(outcomes).toEqual(['failed']);
  });

  it('is not to blame for a statement that takes too long, or cannot be', async () => {
    const slow = open(servers.serviceUrl, { statementTimeoutMs: 200 });
    await waitFor('it to be used', () => slow.isUsable(), 20_000);
    outcomes = [];
    await expect(slow.db.execute(sql`select pg_sleep(5)`)).rejects.toMatchObject({
      cause: { code: '57014' },
    });
    await expect(slow.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(outcomes).toEqual([]);
  });

  it('is asked for nothing unless it is a standby of the same database', async () => {
    const itself = open(servers.primary.serviceUrl);
    const another = open(inject('postgresUrl'), { maxLagMs: 60_000 });
    await waitFor('a word about both', () => itself.problem() && another.problem());
    expect(itself.problem()).toBe('it is not a standby: it follows no primary');
    expect(another.problem()).toBe('it is not a standby: it follows no primary');
    expect(await askPort(itself)).toBe(primaryPort());
    await servers.kill();
    const away = open(servers.serviceUrl);
    expect(await askPort(away)).toBe(primaryPort());
    await waitFor('a word about it', () => away.problem()?.startsWith('it does not answer: '));
    await servers.start();
  });
});
