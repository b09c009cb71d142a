import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { parseCursor } from '../../../src/publish/feed/change-cursor.ts';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { findFollow } from '../../../src/follow/follow-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { readCatalogue } from '../../support/catalogue/catalogue-writer.ts';
import type { ChangesPage } from '../../support/changes/change-reader.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { startOwnPostgres } from '../servers/own-postgres.ts';
import { exactly, pause, type Finding } from '../scenario.ts';
import type { World } from '../world.ts';

type Catalogue = Map<string, unknown>;

/** A copy that somebody keeps who reads the feed of the running API. */
export interface FeedCopy {
  products: Catalogue;
  /** How often the feed answered `cursor_expired`. */
  expired: number;
  /** Positions that were not after the one before. */
  disordered: number;
  /** Reads on to the end; what fails is tried again. */
  readOn(): Promise<void>;
  /** Reads in a loop, with this long a wait for changes, until it is stopped; then once more. */
  keepReading(waitSeconds: number): { end(): Promise<void> };
}

/** From the beginning of the feed, unless it has the products of a dump and the cursor of that. */
export function createFeedCopy(world: World, from?: { products: Catalogue; cursor: string }): FeedCopy {
  let cursor = from?.cursor;
  let last = 0;
  /** @returns whether there is more */
  const readPage = async (waitSeconds: number): Promise<boolean> => {
    const query = `limit=500&wait=${waitSeconds}${cursor === undefined ? '' : `&since=${cursor}`}`;
    const { status, text } = await world.api.get(`/api/v1/changes?${query}`, world.headers);
    if (status === 410) {
      copy.expired += 1;
      copy.products.clear();
      cursor = undefined;
      last = 0;
      return true;
    }
    if (status !== 200) {
      await pause(50);
      return true;
    }
    const { items, next, has_more: hasMore } = JSON.parse(text) as ChangesPage;
    for (const { position, id, change, product } of items) {
      if (position <= last) copy.disordered += 1;
      last = position;
      if (change === 'upsert') copy.products.set(id, product);
      else copy.products.delete(id);
    }
    cursor = next;
    return hasMore;
  };
  const copy: FeedCopy = {
    products: new Map(from?.products),
    expired: 0,
    disordered: 0,
    async readOn() {
      while (await readPage(0));
    },
    keepReading(waitSeconds) {
      const over = new AbortController();
      const reading = (async () => {
        while (!over.signal.aborted) {
          await readPage(waitSeconds);
          await pause(5);
        }
      })();
      return {
        async end() {
          over.abort();
          await reading;
          await copy.readOn();
        },
      };
    },
  };
  return copy;
}

/** Another catalogue that follows the world's, on a Postgres of its own. */
export interface Follower {
  db: Db;
  start(): void;
  kill(): Promise<void>;
  /** Resolves when it has written everything that the leader has committed. */
  untilEven(): Promise<void>;
  /** How often the feed answered `cursor_expired`. */
  countRestarts(): Promise<number>;
  close(): Promise<void>;
}

export async function createFollower(world: World): Promise<Follower> {
  const root = path.join(world.root, `follower-${Date.now()}`);
  await mkdir(root, { mode: 0o711 });
  const postgres = await startOwnPostgres(root);
  await prepareDatabase({ databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url });
  const pool = createPool({
    url: postgres.url,
    applicationName: 'factshelf-faults',
    statementTimeoutMs: 60_000,
    connectMs: 30_000,
    // Scenarios hold locks.
    idleInTransactionMs: 0,
    logger: createLogger('faults', 'silent'),
  });
  const db = createDb(pool);
  let program: StartedProgram | undefined;
  const kill = async () => {
    program?.kill('SIGKILL');
    await program?.ended;
  };
  return {
    db,
    start() {
      const settings = {
        DATABASE_URL: postgres.serviceUrl,
        FOLLOW_API_KEY: world.headers['X-API-Key'] ?? '',
        LOG_LEVEL: 'warn',
      };
      program = startProgram('src/cli/follow', settings, undefined, [world.api.origin]);
    },
    kill,
    untilEven: async () =>
      void (await waitFor(
        'the follower to have everything',
        async () => {
          const head = await findHead(world);
          const follow = await findFollow(db);
          const cursor = parseCursor(follow?.cursor ?? '');
          return (
            head && cursor?.epoch === head.epoch && cursor.position === head.position && !follow?.isSweeping
          );
        },
        120_000,
      )),
    async countRestarts() {
      const { rows } = await db.execute(sql`select from audit_log where action = 'follow.restarted'`);
      return rows.length;
    },
    async close() {
      await kill();
      await pool.end();
      await postgres.stop();
    },
  };
}

/** Where the feed is once everything has a position; undefined: something has none yet. */
async function findHead({ db }: World): Promise<{ epoch: string; position: number } | undefined> {
  const { rows } = await db.execute<{ epoch: string; position: number }>(sql`
    select change_feed_epoch() as epoch, head::float8 as position from change_feed
    where not exists (select from product_change_marks)
      and not exists (select from product_change_scopes)`);
  return rows[0];
}

/** Resolves when everything committed has its position: after how many seconds. */
export async function untilStamped(world: World): Promise<number> {
  const startedAt = performance.now();
  await waitFor('a position for everything', async () => (await findHead(world)) !== undefined, 120_000);
  return (performance.now() - startedAt) / 1_000;
}

/** Products that a copy lacks, has otherwise than the leader, or has although the leader does not. */
export async function checkCopy(world: World, name: string, copy: Catalogue): Promise<Finding> {
  const leader = await readCatalogue(world.db);
  const lost = [...leader.keys()].filter((id) => !copy.has(id)).length;
  const ghost = [...copy.keys()].filter((id) => !leader.has(id)).length;
  const stale = [...leader].filter(
    ([id, product]) => copy.has(id) && JSON.stringify(copy.get(id)) !== JSON.stringify(product),
  ).length;
  return exactly(`${name}: lost, stale, ghost of ${leader.size}`, '0, 0, 0', `${lost}, ${stale}, ${ghost}`);
}

export async function checkFollower(world: World, { db }: Follower): Promise<Finding> {
  return await checkCopy(world, 'follower', await readCatalogue(db));
}
