import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../support/search/query-kinds.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createWriter, readCatalogue } from '../../support/catalogue/catalogue-writer.ts';
import { createChangeReader } from '../../support/changes/change-reader.ts';
import { createDumpRoot, makeDump, readDumpedProducts } from '../../support/changes/dump-reader.ts';
import { describeProducts, serveLeader, waitUntilEven } from '../../support/changes/follow-pair.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

/** `npm run test:long -- ledger` writes for five minutes. */
const SECONDS = Number(process.env['LEDGER_SECONDS'] ?? 5);
const WRITERS = 8;
/** After it has given a position for the first time; starting takes it longer. */
const LONGEST_LIFE_MS = 1_500;
/** Much longer than a busy machine takes to start a process. */
const PATIENCE_MS = 120_000;
/** From the end of a dump to the beginning of the next. */
const DUMP_EVERY_MS = SECONDS * 100;
/** Every so many kills of the indexer the process that follows is killed, too. */
const FOLLOWER_SURVIVES = 3;

let database: TestDatabase;
let follower: TestDatabase;
let indexer: StartedProgram | undefined;
let following: StartedProgram | undefined;
const dumps = createDumpRoot();

beforeAll(async () => {
  database = await createTestDatabase();
  follower = await createTestDatabase();
});
afterAll(async () => {
  for (const program of [following, indexer]) {
    program?.kill('SIGKILL');
    await program?.ended;
  }
  dumps.remove();
  await follower.drop();
  await database.drop();
});

/** Without an engine: giving positions is all it does. */
const startIndexer = () => startProgram('indexer/main', { DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
const startFollower = (leader: string) =>
  startProgram('src/cli/follow', { DATABASE_URL: follower.url, LOG_LEVEL: 'warn' }, undefined, [leader]);
/** By the signal, and not by itself before. */
async function kill(program: StartedProgram | undefined): Promise<void> {
  program?.kill('SIGKILL');
  expect(await program?.ended, `${program?.output()}${program?.errors()}`).toBeNull();
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function countWaiting(): Promise<number> {
  const { rows } = await database.db.execute<{ count: number }>(sql`
    select ((select count(*) from product_change_marks) + (select count(*) from product_change_scopes))::int as count`);
  return rows[0]?.count ?? NaN;
}

async function findHead(): Promise<number> {
  const { rows } = await database.db.execute<{ head: number }>(sql`select head::float8 from change_feed`);
  return rows[0]?.head ?? NaN;
}

test(
  'a copy made from the feed equals the catalogue, no matter who wrote, rolled back, or was killed meanwhile',
  { timeout: SECONDS * 1_000 + 2 * PATIENCE_MS },
  async () => {
    const seed = randomInt(1_000_000);
    console.log(`change-ledger: seed ${seed}`);
    indexer = startIndexer();
    await insertProduct(database.db);
    await waitFor('the indexer', async () => (await findHead()) > 0, PATIENCE_MS);
    const endsAt = performance.now() + SECONDS * 1_000;
    let kills = 0;
    const isOver = () => kills > 0 && performance.now() > endsAt;
    const writing = Promise.all(
      (await Promise.all(Array.from({ length: WRITERS }, (_, i) => createWriter(database.db, seed + i)))).map(
        (write) => write(isOver),
      ),
    );

    const served = await serveLeader(database);
    following = startFollower(served.address);

    const api = createTestApi(database);
    const copy = new Map<string, unknown>();
    const reader = createChangeReader(api, undefined, 50);
    let told = 0;
    let last = 0;
    const readOn = async () => {
      for (const { position, id, change, product } of await reader.read()) {
        expect(position).toBeGreaterThan(last);
        last = position;
        told += 1;
        if (change === 'upsert') copy.set(id, product);
        else copy.delete(id);
      }
    };
    /** What a copy is that was made of a part of the feed, or of a dump and what came after. */
    const replay = async (since?: string, from: Iterable<[string, unknown]> = []) => {
      const replayed = new Map(from);
      for (const { id, change, product } of await createChangeReader(api, since, 500).read()) {
        if (change === 'upsert') replayed.set(id, product);
        else replayed.delete(id);
      }
      return replayed;
    };
    const reading = (async () => {
      while (!isOver()) {
        await readOn();
        await pause(5);
      }
    })();

    const killing = (async () => {
      const random = createRandom(seed + WRITERS);
      while (!isOver()) {
        const before = await findHead();
        await waitFor('new positions', async () => (await findHead()) > before, PATIENCE_MS);
        await pause(random() * LONGEST_LIFE_MS);
        await kill(indexer);
        kills += 1;
        indexer = startIndexer();
        if (kills % FOLLOWER_SURVIVES > 0) continue;
        await kill(following);
        following = startFollower(served.address);
      }
    })();

    const manifests: Awaited<ReturnType<typeof makeDump>>[] = [];
    const dumping = (async () => {
      while (!isOver()) {
        manifests.push(await makeDump(database.db, dumps.root, { acceptsShrunken: true }));
        await pause(DUMP_EVERY_MS);
      }
    })();

    await Promise.all([writing, reading, killing, dumping]);
    await waitFor('a position for everything', async () => (await countWaiting()) === 0, PATIENCE_MS);
    await readOn();
    const catalogue = await readCatalogue(database.db);
    expect(kills).toBeGreaterThan(0);
    expect(catalogue.size).toBeGreaterThan(20);
    const expectEqual = (other: Map<string, unknown>, name: string) => {
      const says = `${name}, seed ${seed}`;
      expect([...other.keys()].toSorted(), says).toEqual([...catalogue.keys()].toSorted());
      for (const [id, product] of catalogue) expect(other.get(id), says).toEqual(product);
    };
    expectEqual(copy, 'who read throughout');
    expectEqual(await replay(), 'the feed from its beginning');
    // Of the older ones only the newest seven are kept.
    const kept = manifests.slice(-7);
    expect(kept.length).toBeGreaterThan(1);
    for (const manifest of kept)
      expectEqual(
        await replay(manifest.cursor, await readDumpedProducts(dumps.root, manifest)),
        `dump ${manifest.name} and what came after`,
      );
    await waitUntilEven(database.db, follower.db, PATIENCE_MS);
    expect(await describeProducts(follower.db), `seed ${seed}`).toEqual(await describeProducts(database.db));
    await served.close();
    console.log(
      `change-ledger: ${catalogue.size} products, ${told} changes told, ${kills} kills of the indexer, ` +
        `${Math.floor(kills / FOLLOWER_SURVIVES)} of the follower, ${manifests.length} dumps`,
    );
  },
);
