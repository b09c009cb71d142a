import { randomInt } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createRandom } from '../../support/search/query-kinds.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { createMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { ensureBrand, ensureCategory } from '../../support/catalogue/catalogue.ts';
import { compareIndex } from '../../support/search/compare-index.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../../support/servers/own-meilisearch.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const KILLS = 8;
const PRODUCTS = 3_000;
const CHUNK = 50;
const LONG_MS = 120_000;
const WORDS = [
  'oat',
  'honey',
  'dark',
  'tea',
  'green',
  'salt',
  'crème',
  'brûlée',
  'zero',
  'light',
  'rye',
  'fig',
];

describe.runIf(inject('meilisearch'))('the indexer, killed', () => {
  let engine: OwnMeilisearch;
  let database: TestDatabase;
  let indexer: StartedProgram | undefined;
  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    database = await createTestDatabase();
  });
  afterAll(async () => {
    indexer?.kill('SIGKILL');
    await indexer?.ended;
    await engine.remove();
    await database.drop();
  });

  async function startIndexer(): Promise<StartedProgram> {
    const started = startProgram('indexer/main', {
      DATABASE_URL: database.url,
      MEILI_URL: engine.access.url,
      MEILI_MASTER_KEY: engine.access.apiKey,
      LOG_LEVEL: 'warn',
    });
    await waitFor(
      'an indexer at work',
      async () => {
        const { rows } = await database.db.execute(sql`
          select from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and granted and application_name = 'factshelf-indexer-lock'
            and datname = current_database()`);
        return rows.length > 0;
      },
      LONG_MS,
    );
    return started;
  }

  /** Inserts, edits, archives, restores and deletes products until it is stopped, and at least all of them. */
  async function write(random: () => number, isEnough: () => boolean): Promise<number> {
    const { db } = database;
    const categoryId = await ensureCategory(db, 'food');
    const brandIds = [await ensureBrand(db, 'One'), await ensureBrand(db, 'Two')];
    let ids: string[] = [];
    const draw = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
    const drawName = () => `${draw(WORDS)} ${draw(WORDS)} ${Math.floor(random() * 10_000)}`;
    const drawIds = (count: number) => Array.from({ length: count }, () => draw(ids));
    let writes = 0;
    for (; ids.length < PRODUCTS || !isEnough(); writes++) {
      if (ids.length < PRODUCTS) {
        const rows = Array.from({ length: CHUNK }, () => {
          const name = drawName();
          return { id: uuidv7(), name, searchName: foldText(name), brandId: draw(brandIds) };
        });
        await db
          .insert(products)
          .values(rows.map((row) => ({ ...row, categoryId, status: 'active' as const, qualityScore: 0.5 })));
        ids.push(...rows.map(({ id }) => id));
      }
      const name = drawName();
      await db
        .update(products)
        .set({ name, searchName: foldText(name), brandId: draw(brandIds) })
        .where(inArray(products.id, drawIds(20)));
      await db
        .update(products)
        .set({ status: draw(['active', 'active', 'archived']) })
        .where(inArray(products.id, drawIds(20)));
      if (writes % 10 === 9) {
        const gone = drawIds(5);
        await db.delete(products).where(inArray(products.id, gone));
        // Others are inserted for them: however long it writes, there are as many.
        ids = ids.filter((id) => !gone.includes(id));
      }
      if (writes % 40 === 39) {
        await db.execute(sql`update brands set name = ${drawName()} where id = ${draw(brandIds)}`);
      }
    }
    return writes;
  }

  it(`${KILLS} times at random moments, leaves an index that equals Postgres`, async () => {
    const seed = randomInt(1_000_000);
    console.log(`indexer-killed: seed ${seed}`);
    const random = createRandom(seed);
    let kills = 0;
    const writing = write(createRandom(seed + 1), () => kills === KILLS);
    for (; kills < KILLS; kills++) {
      indexer = await startIndexer();
      // It is quiet for a second at first.
      const momentMs = 800 + random() * 1_500;
      await new Promise((resolve) => setTimeout(resolve, momentMs));
      indexer.kill('SIGKILL');
      // By the signal, and not by itself before.
      expect(await indexer.ended, indexer.output() + indexer.errors()).toBeNull();
    }
    indexer = await startIndexer();
    const writes = await writing;
    await waitForAllIndexed(indexer);

    const client = createMeilisearch(engine.access, 10_000);
    expect(await compareIndex(database.db, client, SEARCH_INDEX), `seed ${seed}`).toEqual({
      missing: [],
      stale: [],
      ghost: [],
    });
    const { numberOfDocuments } = await client.index(SEARCH_INDEX).getStats();
    expect(numberOfDocuments).toBeGreaterThan(PRODUCTS / 3);
    expect(writes).toBeGreaterThanOrEqual(PRODUCTS / CHUNK);
  });

  /**
   * An index that was never whole is rebuilt beside: what is dirty goes there, and nobody is served from it before it is swapped.
   * Fails at once when the indexer ends, and with what it said and left when it does not come to an end.
   */
  async function waitForAllIndexed(last: StartedProgram): Promise<void> {
    let exitCode: number | null | undefined;
    void last.ended.then((code) => (exitCode = code));
    let left: unknown;
    await waitFor(
      'an empty outbox and the end of the rebuild',
      async () => {
        if (exitCode !== undefined) throw new Error(`the indexer ended with ${exitCode}`);
        const { rows } = await database.db.execute<{ marks: number; open: number }>(sql`
          select count(*)::int as marks, max(parked_error) as parked,
            (select count(*)::int from index_rebuilds where finished_at is null) as open,
            (select json_agg(r) from index_rebuilds r) as rebuilds from search_outbox`);
        left = rows[0];
        return rows[0]?.marks === 0 && rows[0].open === 0;
      },
      LONG_MS,
    ).catch((error: unknown) => {
      throw new Error(`${JSON.stringify(left)}\n${last.output()}${last.errors()}`, { cause: error });
    });
  }
});
