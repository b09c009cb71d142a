import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { brands, products } from '../../../src/platform/db/schema/catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { importFile } from '../../../src/import/import-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from '../../support/imports/export-file.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { insertNamedSubmissions } from '../../support/review/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';

const ROWS = 2_500;

/** What waits of an import must not keep people waiting: no figure here depends on how fast the machine is. */
describe.runIf(inject('meilisearch'))('beside an import, the index', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let index: TestIndex;
  let exports: ExportDirectory;
  let search: Search | undefined;
  /** Of each request to the engine, in their order: how many documents, and whether what a person changed is among them. */
  let sent: { documents: number; isMarked: boolean }[];
  /** Requests of many documents that the engine had taken and not done yet, when one more was sent. */
  let mostOpen: number;
  let release: () => void;

  beforeEach(async () => {
    database = await createTestDatabase();
    exports = await createExportDirectory();
    sent = [];
    mostOpen = 0;
    let held: Promise<void> | undefined;
    release = () => undefined;
    const open = new Set<number>();
    index = startTestIndex(database, {
      intercept: (writer) => ({
        ...writer,
        async sendDocuments(lines) {
          await held;
          const documents = lines.split('\n').length - 1;
          sent.push({ documents, isMarked: lines.includes('Changed by a person') });
          if (documents > 100) mostOpen = Math.max(mostOpen, open.size + 1);
          const task = await writer.sendDocuments(lines);
          if (documents > 100) open.add(task);
          return task;
        },
        async findOutcome(task) {
          const outcome = await writer.findOutcome(task);
          if (outcome.state !== 'pending') open.delete(task);
          return outcome;
        },
      }),
    });
    await insertProduct(database.db, { name: 'There before' });
    await index.equal();
    sent = [];
    held = new Promise((resolve) => (release = resolve));
  });
  afterEach(async () => {
    release();
    await index.close();
    search?.close();
    await exports.remove();
    await database.drop();
  });

  const runImport = async () => {
    const path = await exports.writeJsonLines(
      'rows.jsonl',
      Array.from({ length: ROWS }, (_, i) => ({ code: gtinOf(i), product_name: `Imported ${i}` })),
    );
    await importFile({ db: database.db, path, importer: createOffImporter() });
  };
  const createSearchingApi = (): TestApi => {
    const metrics = createMetrics();
    const logger = createLogger('test', 'silent');
    search = createSearch({
      db: database.db,
      metrics,
      logger,
      engine: index.openEngine(),
    });
    return createTestApi(database, { searchProducts: search.searchProducts });
  };
  const countWaiting = async (priority: number) => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from search_outbox where priority = ${priority}`,
    );
    return rows[0]?.count ?? 0;
  };
  const listPriorities = async () => {
    const { rows } = await database.db.execute<{ priority: number; count: number }>(
      sql`select priority, count(*)::int as count from search_outbox group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ priority, count }) => [priority, count]));
  };

  it('has what was approved while most of the import waits still', async () => {
    const api = createSearchingApi();
    await runImport();
    const reviewer = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
    const name = 'Changed by a person: quixotic biscuits';
    const [id] = await insertNamedSubmissions(database.db, [{ name, gtin: gtinOf(ROWS) }]);
    expect((await reviewer.post(`/submissions/${id}/approve`, {})).status).toBe(200);
    release();
    await waitFor('the approved product', async () => {
      const { body } = await api.get('/products/search?q=quixotic');
      return (body as { items: { name: string }[] }).items.some((item) => item.name === name);
    });
    const before = sent.slice(
      0,
      sent.findIndex(({ isMarked }) => isMarked),
    );
    // One batch had been read when the change came.
    expect(before.reduce((sum, { documents }) => sum + documents, 0)).toBeLessThanOrEqual(1_000);
    // Until now, and no longer: a minute after the last change of a person two may be open.
    expect(mostOpen).toBe(1);
    await index.equal();
  });

  it('gets on with the import while people change something all the time', async () => {
    const id = await insertProduct(database.db, { name: 'Changed by a person' });
    await runImport();
    release();
    const state = { isImportLeft: true, edits: 0 };
    const editing = (async () => {
      for (; state.isImportLeft; state.edits++) {
        await database.db
          .update(products)
          .set({ name: `Changed by a person ${state.edits}` })
          .where(eq(products.id, id));
      }
    })();
    try {
      await waitFor('the whole import', async () => (await countWaiting(2)) === 0);
    } finally {
      state.isImportLeft = false;
      await editing;
    }
    expect(state.edits).toBeGreaterThan(10);
    await index.equal();
  });

  it('takes what one person changed first, then what was changed at once, then the import', async () => {
    const brandId = await ensureBrand(database.db, 'Renamed');
    await database.db.execute(sql`
      insert into products (id, name, search_name, category_id, brand_id, status, quality_score)
      select gen_random_uuid(), 'Of the brand', 'of the brand', category_id, ${brandId}, 'active', 0.5
      from products, generate_series(1, 150)`);
    await database.db.execute(sql`delete from search_outbox`);
    const id = await insertProduct(database.db, { name: 'Changed by a person', gtins: [gtinOf(0)] });
    await database.db.update(brands).set({ name: 'Renamed twice' }).where(eq(brands.id, brandId));
    await runImport();
    // The import completes the person's product: its mark stays where it is in the line.
    expect(await listPriorities()).toEqual({ 0: 1, 1: 150, 2: ROWS - 1 });
    // And the other way round: what a person changes of an import's comes first.
    await database.db.execute(sql`update products set name = 'Changed too' where name = 'Imported 7'`);
    expect(await listPriorities()).toEqual({ 0: 2, 1: 150, 2: ROWS - 2 });
    release();
    await index.equal();
    expect((await index.documents.find(id))?.name).toBe('Changed by a person');
  });
});
