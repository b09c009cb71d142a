import { eq, sql } from 'drizzle-orm';
import { products } from '../../../src/db/schema/catalogue.ts';
import { createLogger } from '../../../src/logger.ts';
import { createWakeUpQueue } from '../../../src/queue/wake-up-queue.ts';
import { findLastReconcile, requestReconcile } from '../../../src/index/reconcile-store.ts';
import { listRebuilds, requestRebuild } from '../../../src/index/rebuild-store.ts';
import { SEARCH_INDEX } from '../../../src/index/search-index.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { waitFor } from '../../support/wait-for.ts';
import { COPY_ALERT_CAUSE } from './copy-alert-cause.ts';
import { DUMP_ALERT_CAUSES } from './dump-alert-causes.ts';
import type { HttpProxy } from '../servers/http-proxy.ts';
import { touchProducts } from '../indexer/indexer-scenarios.ts';
import { QUEUE_ALERT_CAUSE } from './queue-alert-cause.ts';
import { REPLICA_ALERT_CAUSE } from './replica-alert-cause.ts';
import { WEBHOOK_ALERT_CAUSE } from './webhook-alert-cause.ts';
import { startReadLoad } from '../load/read-load.ts';
import { pause } from '../scenario.ts';
import type { World } from '../world.ts';

export interface Drilled {
  world: World;
  /** Stands between the indexer and Meilisearch. */
  proxy: HttpProxy;
}

export interface AlertCause {
  alert: string;
  /** What is done to the real parts. */
  cause: string;
  /** What the runbook says to do about it. */
  remedy: string;
  /** Brings it about, and returns how it is put right. */
  bringAbout(parts: Drilled): Promise<() => Promise<void>>;
}

/** Reads go on, so that what is wrong shows. */
async function withReads({ world }: Drilled, end: () => Promise<void>): Promise<() => Promise<void>> {
  const load = await startReadLoad(world, world.api.origin, 20);
  return async () => {
    await end();
    // An alert about a share of the calls needs calls to end, too.
    await pause(3_000);
    await load.stop();
  };
}

/** Lets a process run for a part of the time only, as a machine does that has too much to do. */
function starve(stop: () => void, go: () => void, stoppedMs: number, runningMs: number): () => Promise<void> {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      stop();
      await pause(stoppedMs);
      go();
      await pause(runningMs);
    }
  })();
  return async () => {
    ending.abort();
    await loop;
  };
}

/** As a second thought in `psql`: who holds the lock, and away with him. */
async function terminate(world: World, where: ReturnType<typeof sql>): Promise<void> {
  const { rowCount } = await world.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where ${where}`,
  );
  if (!rowCount) throw new Error('nobody to terminate');
}

export const ALERT_CAUSES: AlertCause[] = [
  ...DUMP_ALERT_CAUSES,
  REPLICA_ALERT_CAUSE,
  COPY_ALERT_CAUSE,
  {
    alert: 'FactshelfProcessDown',
    cause: 'kill -9 of the indexer',
    remedy: 'start it',
    async bringAbout({ world, proxy }) {
      const { port } = world.indexer;
      await world.indexer.kill('SIGKILL');
      return () => world.replaceIndexer({ INDEXER_PORT: String(port), MEILI_URL: proxy.url });
    },
  },
  {
    alert: 'FactshelfErrors',
    cause: 'Postgres crashes',
    remedy: 'start it',
    async bringAbout(parts) {
      const { postgres } = parts.world;
      const heal = await withReads(parts, () => postgres.start());
      await postgres.crash();
      return heal;
    },
  },
  {
    alert: 'FactshelfIndexBehind',
    cause: 'Meilisearch stands still while products change',
    remedy: 'let it go on',
    async bringAbout({ world }) {
      world.engine.signal('SIGSTOP');
      await touchProducts(world, 100);
      return async () => world.engine.signal('SIGCONT');
    },
  },
  {
    alert: 'FactshelfNoIndexWriter',
    cause: 'somebody else holds the lock of the index',
    remedy: 'find the holder in pg_locks, pg_terminate_backend',
    async bringAbout({ world }) {
      const thief = await world.pool.connect();
      thief.on('error', () => undefined);
      await thief.query("set application_name = 'thief'");
      const lock = sql`select classid, objid from pg_locks where locktype = 'advisory' and classid = 7305222`;
      const { rows } = await world.db.execute<{ classid: string; objid: string }>(lock);
      const waiting = thief.query('select pg_advisory_lock($1, $2::bigint::bit(32)::int)', [
        rows[0]?.classid,
        rows[0]?.objid,
      ]);
      await terminate(world, sql`application_name = 'factshelf-indexer-lock'`);
      await waiting;
      return async () => {
        await terminate(
          world,
          sql`pid in (select pid from pg_locks where locktype = 'advisory' and classid = 7305222 and granted)`,
        );
        thief.release(true);
      };
    },
  },
  {
    alert: 'FactshelfChangeFeedBehind',
    cause: 'somebody holds the row of the feed in an open transaction while products change',
    remedy: 'find the holder in pg_stat_activity, pg_terminate_backend',
    async bringAbout({ world }) {
      const holder = await world.pool.connect();
      holder.on('error', () => undefined);
      await holder.query('begin');
      await holder.query(
        "set local idle_in_transaction_session_timeout = 0; set local application_name = 'holder'",
      );
      await holder.query('select from change_feed for update');
      await touchProducts(world, 100);
      return async () => {
        await terminate(world, sql`application_name = 'holder'`);
        holder.release(true);
      };
    },
  },
  {
    alert: 'FactshelfFollowBehind',
    cause: 'a follower whose leader has not answered for an hour',
    remedy: 'have it follow again, or nobody',
    async bringAbout({ world }) {
      await world.db.execute(
        sql`insert into follow (leader, started_at) values ('http://127.0.0.1:1', now() - interval '1 hour')`,
      );
      return async () => {
        await world.db.execute(sql`delete from follow`);
      };
    },
  },
  {
    alert: 'FactshelfIndexParked',
    cause: 'a product whose document Meilisearch refuses (its id is spoilt on the way)',
    remedy: 'correct the product',
    async bringAbout({ world, proxy }) {
      proxy.setRewrite((body) => body.replaceAll(/"id":"([^"]+)"(?=[^\n]*"name":"Poison)/g, '"id":"a:$1"'));
      const id = await insertProduct(world.db, { name: 'Poison' });
      return async () => {
        const { rows } = await world.db.execute<{ error: string }>(
          sql`select parked_error as error from search_outbox where parked_error is not null`,
        );
        if (!rows[0]?.error.includes('is invalid')) throw new Error('no words of the engine');
        await world.db.update(products).set({ name: 'Cured' }).where(eq(products.id, id));
        await world.converge();
        proxy.setRewrite(undefined);
      };
    },
  },
  {
    alert: 'FactshelfIndexDrift',
    cause: 'a script with the master key writes to the index, again and again',
    remedy: 'stop the script',
    async bringAbout({ world }) {
      const index = world.client.index(SEARCH_INDEX);
      const { results } = await index.getDocuments({ limit: 5 });
      const writing = setInterval(() => {
        void index.updateDocuments(results.map(({ id }) => ({ id, name: 'Drifted' }))).catch(() => undefined);
      }, 1_000);
      await requestReconcile(world.db, 'drill');
      return async () => clearInterval(writing);
    },
  },
  {
    alert: 'FactshelfReconcileMissing',
    cause: 'Meilisearch fails whenever documents are read',
    remedy: 'see the error in index_reconciles, mend the engine',
    async bringAbout({ world, proxy }) {
      const isRead = (path: string) => path.endsWith('/documents/fetch');
      proxy.setFault((_, path) =>
        isRead(path) ? { status: 500, body: '{"message":"broken","code":"internal"}' } : undefined,
      );
      return async () => {
        if (!(await findLastReconcile(world.db))?.error) throw new Error('no error of the comparison');
        proxy.setFault(() => undefined);
        await requestReconcile(world.db, 'drill');
      };
    },
  },
  {
    alert: 'FactshelfRebuildFailed',
    cause: 'Meilisearch refuses to swap the indexes',
    remedy: 'see index_rebuilds.error, mend it, npm run reindex',
    async bringAbout({ world, proxy }) {
      proxy.setFault((_, path) =>
        path.startsWith('/swap-indexes')
          ? { status: 400, body: '{"message":"no swap today","code":"invalid_swap_indexes"}' }
          : undefined,
      );
      await requestRebuild(world.db, 'drill');
      return async () => {
        const [failed] = await listRebuilds(world.db, 1);
        if (failed?.state !== 'failed' || !failed.error?.includes('no swap'))
          throw new Error('no error of the rebuild');
        proxy.setFault(() => undefined);
        await requestRebuild(world.db, 'drill');
        await world.converge();
      };
    },
  },
  {
    alert: 'FactshelfBreakerOpen',
    cause: 'kill -9 of Meilisearch; nobody searches any more after that',
    remedy: 'start it',
    async bringAbout({ world }) {
      await world.engine.kill();
      for (let i = 0; i < 6; i++) await world.api.get('/api/v1/products/search?q=milk', world.headers);
      return () => world.engine.start();
    },
  },
  {
    alert: 'FactshelfSearchFallsBack',
    cause: 'Meilisearch gets 20 % of its time',
    remedy: 'give it its processor back',
    async bringAbout(parts) {
      const { engine } = parts.world;
      const end = starve(
        () => engine.signal('SIGSTOP'),
        () => engine.signal('SIGCONT'),
        1_000,
        250,
      );
      return await withReads(parts, end);
    },
  },
  {
    alert: 'FactshelfSearchSlow',
    cause: 'Meilisearch gets 5 % of its time, in short turns',
    remedy: 'give it its processor back',
    async bringAbout(parts) {
      const { engine } = parts.world;
      const end = starve(
        () => engine.signal('SIGSTOP'),
        () => engine.signal('SIGCONT'),
        650,
        30,
      );
      return await withReads(parts, end);
    },
  },
  {
    alert: 'FactshelfLimitsPass',
    cause: 'kill -9 of Redis',
    remedy: 'start it',
    async bringAbout(parts) {
      const { redis } = parts.world;
      await redis.kill();
      return await withReads(parts, () => redis.start());
    },
  },
  {
    alert: 'FactshelfWakeUpsStuck',
    cause: 'an operator pauses the queue and forgets it',
    remedy: 'resume it in the console',
    async bringAbout({ world }) {
      const logger = createLogger('drill', 'silent');
      const queue = createWakeUpQueue({ databaseUrl: world.postgres.url, redisUrl: world.redis.url, logger });
      await waitFor('the queue', () =>
        queue
          .ask((jobs) => jobs.pause())
          .then(() => true)
          .catch(() => false),
      );
      await insertProduct(world.db, { name: 'Changed while the queue is paused' });
      return async () => {
        await queue.ask((jobs) => jobs.resume());
        await queue.close();
      };
    },
  },
  {
    alert: 'FactshelfPoolExhausted',
    cause: 'somebody has locked a table and gone to lunch, his transaction open',
    remedy: 'find him in pg_stat_activity, pg_terminate_backend',
    async bringAbout(parts) {
      const { world } = parts;
      const heal = await withReads(parts, () => terminate(world, sql`application_name = 'lunch'`));
      const holder = await world.pool.connect();
      holder.on('error', () => undefined);
      await holder.query(
        "set application_name = 'lunch'; begin; set local idle_in_transaction_session_timeout = 0",
      );
      await holder.query('lock table products in access exclusive mode');
      return async () => {
        await heal();
        holder.release(true);
      };
    },
  },
  {
    alert: 'FactshelfEventLoopBlocked',
    cause: 'the API gets 40 % of its time',
    remedy: 'give it a processor of its own',
    async bringAbout({ world }) {
      const { program } = world.api;
      return starve(
        () => program.kill('SIGSTOP'),
        () => program.kill('SIGCONT'),
        600,
        400,
      );
    },
  },
  QUEUE_ALERT_CAUSE,
  WEBHOOK_ALERT_CAUSE,
];
