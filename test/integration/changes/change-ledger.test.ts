import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../bench/search/questions/query-kinds.ts';
import { createWriter, readCatalogue } from '../../support/catalogue-writer.ts';
import { createChangeReader } from '../../support/change-reader.ts';
import { describeProducts, followIn, serveLeader, waitUntilEven } from '../../support/follow-pair.ts';
import { startProgram, type StartedProgram } from '../../support/started-program.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

/** `npm run test:ledger` writes for five minutes. */
const SECONDS = Number(process.env['LEDGER_SECONDS'] ?? 5);
const WRITERS = 8;
/** After it has given a position for the first time; starting takes it longer. */
const LONGEST_LIFE_MS = 1_500;

let database: TestDatabase;
let follower: TestDatabase;
let indexer: StartedProgram | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  follower = await createTestDatabase();
});
afterAll(async () => {
  indexer?.kill('SIGKILL');
  await indexer?.ended;
  await follower.drop();
  await database.drop();
});

/** Without an engine: giving positions is all it does. */
const startIndexer = () => startProgram('indexer/main.ts', { DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
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
  'a copy made from the feed equals the catalogue, whoever wrote, rolled back, or was killed meanwhile',
  { timeout: (SECONDS + 60) * 1_000 },
  async () => {
    const seed = randomInt(1_000_000);
    console.log(`change-ledger: seed ${seed}`);
    indexer = startIndexer();
    await waitFor('the indexer', async () => {
      const { rows } = await database.db.execute(sql`select from change_feed where filled_to is null`);
      return rows.length > 0;
    });
    const endsAt = performance.now() + SECONDS * 1_000;
    let kills = 0;
    const isOver = () => kills > 0 && performance.now() > endsAt;
    const writing = Promise.all(
      (await Promise.all(Array.from({ length: WRITERS }, (_, i) => createWriter(database.db, seed + i)))).map(
        (write) => write(isOver),
      ),
    );

    const served = await serveLeader(database);
    const following = await followIn(follower.db, served, { pageSize: 50 });

    const copy = new Map<string, unknown>();
    const reader = createChangeReader(createTestApi(database), undefined, 50);
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
        await waitFor('new positions', async () => (await findHead()) > before, 30_000);
        await pause(random() * LONGEST_LIFE_MS);
        indexer?.kill('SIGKILL');
        // By the signal, and not by itself before.
        expect(await indexer?.ended, indexer?.output()).toBeNull();
        kills += 1;
        indexer = startIndexer();
      }
    })();

    await Promise.all([writing, reading, killing]);
    await waitFor('a position for everything', async () => (await countWaiting()) === 0, 30_000);
    await readOn();
    const catalogue = await readCatalogue(database.db);
    expect(kills).toBeGreaterThan(0);
    expect(catalogue.size).toBeGreaterThan(20);
    expect([...copy.keys()].toSorted(), `seed ${seed}`).toEqual([...catalogue.keys()].toSorted());
    for (const [id, product] of catalogue) expect(copy.get(id), `seed ${seed}`).toEqual(product);
    await waitUntilEven(database.db, follower.db);
    expect(await describeProducts(follower.db), `seed ${seed}`).toEqual(await describeProducts(database.db));
    await following.close();
    await served.close();
    console.log(`change-ledger: ${catalogue.size} products, ${told} changes told, ${kills} kills`);
  },
);
