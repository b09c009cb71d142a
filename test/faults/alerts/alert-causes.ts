import { sql } from 'drizzle-orm';
import { createLogger } from '../../../src/platform/logger.ts';
import { createWakeUpQueue } from '../../../src/platform/job-queue/wake-up-queue.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { waitFor } from '../../support/wait-for.ts';
import { DISK_ALERT_CAUSE } from './disk-alert-cause.ts';
import { DUMP_ALERT_CAUSES } from './dump-alert-causes.ts';
import { touchProducts } from '../indexer/indexer-scenarios.ts';
import { QUEUE_ALERT_CAUSE } from './queue-alert-cause.ts';
import { REPLICA_ALERT_CAUSE } from './replica-alert-cause.ts';
import { WEBHOOK_ALERT_CAUSE } from './webhook-alert-cause.ts';
import { starve, terminate, withReads, type AlertCause, type Drilled } from './alert-cause.ts';
import { INDEX_ALERT_CAUSES } from './index-alert-causes.ts';
import { SEARCH_ALERT_CAUSES } from './search-alert-causes.ts';
import { pause } from '../scenario.ts';
import type { World } from '../world.ts';

export const ALERT_CAUSES: AlertCause[] = [
  ...DUMP_ALERT_CAUSES,
  REPLICA_ALERT_CAUSE,
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
  ...['FactshelfReadsFail', 'FactshelfReadsBudget'].map((alert) => ({
    alert,
    cause: 'Postgres crashes',
    remedy: 'start it',
    async bringAbout(parts: Drilled) {
      const { postgres } = parts.world;
      const heal = await withReads(parts, () => postgres.start());
      await postgres.crash();
      return heal;
    },
  })),
  {
    alert: 'FactshelfWritesFail',
    cause: 'Postgres crashes while contributors send products',
    remedy: 'start it',
    async bringAbout({ world }) {
      const sending = setInterval(() => void submit(world), 200);
      await world.postgres.crash();
      return async () => {
        await world.postgres.start();
        // An alert about a share of the calls needs calls to end, too.
        await pause(3_000);
        clearInterval(sending);
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
      await holder.query("set local application_name = 'holder'");
      await holder.query('select from change_feed for update');
      await touchProducts(world, 100);
      return async () => {
        await terminate(world, sql`application_name = 'holder'`);
        holder.release(true);
      };
    },
  },
  {
    alert: 'FactshelfSourceOld',
    cause: 'a source whose upstream has not answered for four days',
    remedy: 'bring it in step, or switch it off',
    async bringAbout({ world }) {
      await world.db.execute(sql`
        insert into upstreams (source_code, is_on, begun_at, next_at)
        values ('usda', true, now() - interval '4 days', now() + interval '1 day')`);
      return async () => {
        await world.db.execute(sql`delete from upstreams`);
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
  ...INDEX_ALERT_CAUSES,
  ...SEARCH_ALERT_CAUSES,
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
      await holder.query("set application_name = 'lunch'; begin");
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
  DISK_ALERT_CAUSE,
];

let sent = 0;

async function submit({ api, headers }: World): Promise<void> {
  await fetch(`${api.origin}/api/public/submissions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Sent while it drills ${sent++}` }),
  }).catch(() => undefined);
}
