import path from 'node:path';
import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { readClock } from '../../../src/publish/dumps/dump-snapshot-store.ts';
import { createWriter } from '../../support/catalogue/catalogue-writer.ts';
import { waitFor } from '../../support/wait-for.ts';
import { backUp, wipeAndRestore } from '../stores/restore-scenarios.ts';
import { atLeast, atMost, exactly, pause, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import {
  checkCopy,
  checkFollower,
  createFeedCopy,
  createFollower,
  untilStamped,
  type Follower,
} from './copies.ts';

const WRITERS = 8;
const PATIENCE_MS = 60_000;

/** Eight writers that run until they are stopped. */
async function startWriters({ db }: World, rolledBack?: number) {
  let isOver = false;
  const seed = randomInt(1_000_000);
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, at) => createWriter(db, seed + at, rolledBack)),
  );
  const writing = Promise.all(writers.map((write) => write(() => isOver)));
  return {
    async end() {
      isOver = true;
      const ended = await writing;
      return {
        committed: ended.reduce((sum, { committed }) => sum + committed, 0),
        rolledBack: ended.reduce((sum, one) => sum + one.rolledBack, 0),
      };
    },
  };
}

/** Renames, deletes and archives so many each. */
async function changeSome({ db }: World, count: number, name: string): Promise<void> {
  const some = sql`select id from products where status = 'active' order by random() limit ${count}`;
  await db.execute(sql`update products set name = ${name} where id in (${some})`);
  await db.execute(sql`delete from products where id in (${some})`);
  await db.execute(sql`update products set status = 'archived' where id in (${some})`);
}

const findFeed = async ({ db }: World) => {
  const { rows } = await db.execute<{ head: number; marks: number; purged: number }>(sql`
    select head::float8 as head, purged_to::float8 as purged,
      (select count(*) from product_change_marks)::int as marks from change_feed`);
  return rows[0] ?? { head: NaN, marks: NaN, purged: NaN };
};

const isConnectedSince = async ({ db }: World, moment: string) => {
  const { rows } = await db.execute(sql`select from pg_stat_activity
    where application_name = 'factshelf-indexer' and backend_start > ${moment}::timestamptz`);
  return rows.length > 0;
};

/** As if nobody had done anything for so long. */
const age = ({ db }: World, days: number) =>
  db.execute(sql`update product_changes set stamped_at = stamped_at - make_interval(days => ${days})`);

async function withFollower<T>(world: World, work: (follower: Follower) => Promise<T>): Promise<T> {
  const follower = await createFollower(world);
  try {
    follower.start();
    await untilStamped(world);
    await follower.untilEven();
    return await work(follower);
  } finally {
    await follower.close();
  }
}

export const FEED_SCENARIOS: Scenario[] = [
  {
    id: 'F49',
    title: 'eight writers, of whose transactions two in five are rolled back, while two read the feed',
    async run(world, rounds) {
      const [polling, waiting] = [createFeedCopy(world), createFeedCopy(world)];
      const readers = [polling.keepReading(0), waiting.keepReading(20)];
      const writers = await startWriters(world, 0.4);
      await pause(rounds(60_000, 12_000));
      const { committed, rolledBack } = await writers.end();
      await untilStamped(world);
      await Promise.all(readers.map((reader) => reader.end()));
      return [
        atLeast(`rolled back, beside ${committed} that were not`, 50, rolledBack, 'transactions'),
        exactly('positions out of order', 0, polling.disordered + waiting.disordered),
        await checkCopy(world, 'who asks all the time', polling.products),
        await checkCopy(world, 'who waits for changes', waiting.products),
      ];
    },
  },
  {
    id: 'F50',
    title: 'kill -9 of the stamper (the indexer), at random and in the middle of giving positions',
    async run(world, rounds) {
      const kills = rounds(30, 5);
      const copy = createFeedCopy(world);
      const reader = copy.keepReading(20);
      const writers = await startWriters(world);
      const recoveries: number[] = [];
      // Of them what is the stamper's; the rest is the start of a process.
      const afterConnecting: number[] = [];
      for (let i = 0; i < kills; i += 1) {
        await pause(Math.random() * 1_500);
        await world.indexer.kill('SIGKILL');
        const { head } = await findFeed(world);
        const killedAt = performance.now();
        const moment = await readClock(world.db);
        await world.replaceIndexer();
        await waitFor('its first connection', () => isConnectedSince(world, moment), PATIENCE_MS);
        const connectedAt = performance.now();
        await waitFor('new positions', async () => (await findFeed(world)).head > head, PATIENCE_MS);
        recoveries.push((performance.now() - killedAt) / 1_000);
        afterConnecting.push((performance.now() - connectedAt) / 1_000);
      }
      await writers.end();
      await untilStamped(world);
      // Its transaction waits for the position of a product that somebody holds.
      const holder = await world.pool.connect();
      await holder.query('begin');
      const { rows } = await holder.query<{ id: string }>(
        'select product_id as id from product_changes where not is_gone limit 1 for update',
      );
      const before = await findFeed(world);
      await world.db.execute(sql`update products set name = 'Held' where id = ${rows[0]?.id}`);
      await waitFor(
        'the stamper in the middle',
        async () => {
          const found = await world.db.execute(sql`select from pg_stat_activity
          where application_name = 'factshelf-indexer' and wait_event_type = 'Lock' and query ilike '%insert into product_changes%'`);
          return found.rows.length > 0;
        },
        PATIENCE_MS,
      );
      await world.indexer.kill('SIGKILL');
      await holder.query('rollback');
      holder.release();
      const connections = sql`select from pg_stat_activity where application_name = 'factshelf-indexer'`;
      await waitFor(
        'its end',
        async () => (await world.db.execute(connections)).rows.length === 0,
        PATIENCE_MS,
      );
      const after = await findFeed(world);
      await world.replaceIndexer();
      await untilStamped(world);
      await reader.end();
      return [
        atMost(`slowest of ${kills} recoveries, start included`, 10, Math.max(...recoveries), 's'),
        atMost(
          'slowest of them from the first connection to Postgres on',
          2,
          Math.max(...afterConnecting),
          's',
        ),
        exactly('killed in the middle: positions given', 0, after.head - before.head),
        exactly('killed in the middle: marks left', 1, after.marks),
        exactly('positions out of order', 0, copy.disordered),
        await checkCopy(world, 'who read throughout', copy.products),
      ];
    },
  },
  {
    id: 'F51',
    title: 'the leader is restored from a backup (a new epoch) while one reads and one follows',
    async run(world) {
      return await withFollower(world, async (follower) => {
        const copy = createFeedCopy(world);
        await copy.readOn();
        const dir = path.join(world.root, `backup-${Date.now()}`);
        const file = await backUp(world, dir);
        // Changes that were sent and then lost by the restore: their positions are given to others.
        await changeSome(world, 50, 'Lost');
        await untilStamped(world);
        await copy.readOn();
        await follower.untilEven();
        const reader = copy.keepReading(5);
        const port = new URL(world.api.origin).port;
        await Promise.all([world.api.stop(), world.indexer.kill('SIGTERM')]);
        await wipeAndRestore(world, file);
        await changeSome(world, 30, 'After');
        world.api = await world.startApi({ PORT: port });
        await world.replaceIndexer();
        await untilStamped(world);
        await follower.untilEven();
        await reader.end();
        await world.converge(300_000);
        return [
          exactly('reader started again', 1, copy.expired),
          exactly('follower started again', 1, await follower.countRestarts()),
          await checkCopy(world, 'reader', copy.products),
          await checkFollower(world, follower),
        ];
      });
    },
  },
  {
    id: 'F52',
    title: 'a follower and a reader that were away for a week, and then for 181 days',
    async run(world) {
      return await withFollower(world, async (follower) => {
        const copy = createFeedCopy(world);
        await copy.readOn();
        const beAway = async (days: number) => {
          await follower.kill();
          await changeSome(world, 50, `After ${days} days`);
          await untilStamped(world);
          await age(world, days);
          // It forgets tombstones when it starts, and then once a day.
          await world.indexer.kill('SIGTERM');
          const before = await findFeed(world);
          await world.replaceIndexer();
          if (days >= 180)
            await waitFor(
              'tombstones forgotten',
              async () => (await findFeed(world)).purged > before.purged,
              PATIENCE_MS,
            );
          // Something new, so that the feed is not where it was.
          await changeSome(world, 10, 'New');
          await untilStamped(world);
          await copy.readOn();
          follower.start();
          await follower.untilEven();
        };
        const { purged } = await findFeed(world);
        await beAway(7);
        const week = [
          exactly('a week: tombstones forgotten', 0, (await findFeed(world)).purged - purged),
          exactly(
            'a week: reader and follower started again',
            '0, 0',
            `${copy.expired}, ${await follower.countRestarts()}`,
          ),
          await checkCopy(world, 'a week: reader', copy.products),
          await checkFollower(world, follower),
        ];
        await beAway(181);
        return [
          ...week,
          exactly(
            '181 days: reader and follower started again',
            '1, 1',
            `${copy.expired}, ${await follower.countRestarts()}`,
          ),
          await checkCopy(world, '181 days: reader', copy.products),
          await checkFollower(world, follower),
        ];
      });
    },
  },
];
