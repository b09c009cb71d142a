import { sql } from 'drizzle-orm';
import { retryWhileLocked } from '../../../src/platform/db/migrate.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex } from '../indexer/indexer-scenarios.ts';
import { describeFailures, slowest, startReadLoad, type Read } from '../load/read-load.ts';
import { atMost, exactly, pause, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { startWriteLoad } from '../load/write-load.ts';

/** After how many seconds a lookup that asks the database is answered again. */
async function healthyAgain(world: World): Promise<number> {
  const startedAt = performance.now();
  const isHealthy = async () =>
    (await world.api.get('/api/v1/stats', world.headers)).status === 200 &&
    (await world.api.get('/readyz')).status === 200;
  await waitFor('the API to be healthy', isHealthy, 30_000);
  return (performance.now() - startedAt) / 1_000;
}

const statusesOf = (reads: Read[]) =>
  [...new Set(reads.map(({ status }) => status))]
    .sort((a, b) => a - b)
    .filter((status) => ![200, 404, 503].includes(status));

function watchExits(world: World): () => number {
  let exits = 0;
  void world.api.program.ended.then(() => (exits += 1));
  void world.indexer.program.ended.then(() => (exits += 1));
  return () => exits;
}

export const POSTGRES_SCENARIOS: Scenario[] = [
  {
    id: 'F20',
    title: 'Postgres crashes under load',
    async run(world, rounds) {
      const exits = watchExits(world);
      const writes = await startWriteLoad(world, 10);
      const reads = await startReadLoad(world, world.api.origin, 20);
      const healthy: number[] = [];
      const crashes = rounds(20, 4);
      for (let i = 0; i < crashes; i++) {
        await pause(500 + Math.random() * 1_500);
        await world.postgres.crash();
        await pause(300);
        await world.postgres.start();
        healthy.push(await healthyAgain(world));
      }
      const { missing, acknowledged } = await writes.stop();
      const done = await reads.stop();
      await world.converge();
      return [
        exactly('exits', 0, exits()),
        exactly(
          'statuses other than 200, 503, and 404 of what is deleted',
          'none',
          statusesOf(done).join() || 'none',
        ),
        atMost(`slowest of ${crashes} returns to health`, 2, Math.max(...healthy), 's'),
        atMost('slowest read', 1_500, slowest(done, 1), 'ms'),
        exactly(`of ${acknowledged} acknowledged writes missing`, 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F21',
    title: 'Postgres stands still',
    async run(world, rounds) {
      const exits = watchExits(world);
      const reads = await startReadLoad(world, world.api.origin, 20);
      await pause(1_000);
      await world.postgres.signal('SIGSTOP');
      await pause(rounds(15_000, 6_000));
      const text = await world.api.metrics();
      const health = await world.api.get('/healthz');
      const done = await reads.stop();
      await world.postgres.signal('SIGCONT');
      const healthy = await healthyAgain(world);
      await world.converge();
      const waiting = Number(/pool="api",state="waiting"\} (\d+)/.exec(text)?.[1] ?? Number.NaN);
      return [
        exactly('exits', 0, exits()),
        exactly(
          'statuses other than 200, 503, and 404 of what is deleted',
          'none',
          statusesOf(done).join() || 'none',
        ),
        atMost('slowest read', 1_500, slowest(done, 1), 'ms'),
        atMost('callers that wait for a connection', 50, waiting, ''),
        atMost('/healthz', 50, health.ms, 'ms'),
        atMost('healthy again', 2, healthy, 's'),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F22',
    title: 'every connection to Postgres is cut each second',
    async run(world, rounds) {
      const exits = watchExits(world);
      const reads = await startReadLoad(world, world.api.origin, 40);
      const writes = await startWriteLoad(world, 5);
      for (let i = 0; i < rounds(30, 10); i++) {
        await pause(1_000);
        await world.db
          .execute(
            sql`select pg_terminate_backend(pid) from pg_stat_activity
                where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`,
          )
          .catch(() => undefined);
      }
      const { missing } = await writes.stop();
      const done = await reads.stop();
      await world.converge();
      return [
        exactly('exits', 0, exits()),
        atMost(
          `failed reads (${describeFailures(done)})`,
          2,
          (100 * done.filter(({ status }) => status !== 200 && status !== 404).length) / done.length,
          '%',
        ),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F23',
    title: 'every connection of the API waits for a lock',
    async run(world, rounds) {
      const client = await world.pool.connect();
      await client.query('begin');
      const reads = await startReadLoad(world, world.api.origin, 40);
      await client.query('lock table products in access exclusive mode');
      await pause(1_000);
      const healths: number[] = [];
      for (let i = 0; i < rounds(20, 6); i++) {
        healths.push((await world.api.get('/healthz')).ms);
        await pause(500);
      }
      const done = await reads.stop();
      await client.query('rollback');
      client.release();
      const healthy = await healthyAgain(world);
      await world.converge();
      return [
        exactly(
          'statuses other than 200, 503, and 404 of what is deleted',
          'none',
          statusesOf(done).join() || 'none',
        ),
        atMost('slowest read', 1_500, slowest(done, 1), 'ms'),
        atMost('slowest /healthz', 50, Math.max(...healths), 'ms'),
        atMost('healthy again', 2, healthy, 's'),
      ];
    },
  },
  {
    id: 'F24',
    title: 'Postgres takes no writes',
    async run(world, rounds) {
      const exits = watchExits(world);
      const setReadOnly = async (value: string) => {
        await world.db.execute(
          sql.raw(
            `set default_transaction_read_only = off; alter database factshelf set default_transaction_read_only = ${value}`,
          ),
        );
        // For connections that come.
        await world.db
          .execute(
            sql`select pg_terminate_backend(pid) from pg_stat_activity
                       where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`,
          )
          .catch(() => undefined);
      };
      await setReadOnly('on');
      await pause(1_000);
      const reads = await startReadLoad(world, world.api.origin, 20);
      const register = await fetch(`${world.api.origin}/api/v1/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'read-only@example.org', password: 'correct horse battery staple' }),
      });
      await pause(rounds(10_000, 4_000));
      const done = await reads.stop();
      await setReadOnly('off');
      await pause(500);
      await world.converge(90_000);
      return [
        exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
        exactly('a write', 503, register.status),
        exactly('exits', 0, exits()),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F47',
    title: 'a table is altered under load, while somebody reads it for long',
    async run(world, rounds) {
      const writes = await startWriteLoad(world, 5);
      const reads = await startReadLoad(world, world.api.origin, 30);
      const reader = await world.pool.connect();
      await reader.query('begin');
      await reader.query('select count(*) from products');
      const startedAt = performance.now();
      const altered = alter(world);
      await pause(rounds(5_000, 3_000));
      await reader.query('commit');
      reader.release();
      const tries = await altered;
      const took = (performance.now() - startedAt) / 1_000;
      await pause(1_000);
      const { missing } = await writes.stop();
      const done = await reads.stop();
      await world.db.execute(sql`alter table products drop column harness_column`);
      await world.converge();
      return [
        exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
        atMost(`altered, in ${tries} tries`, 30, took, 's'),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
];

async function alter(world: World): Promise<number> {
  const client = await world.pool.connect();
  let tries = 0;
  try {
    await retryWhileLocked(client, async () => {
      tries += 1;
      await client.query('alter table products add column harness_column text');
    });
    return tries;
  } finally {
    await client.query('reset lock_timeout');
    client.release();
  }
}
