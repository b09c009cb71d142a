import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { qualityRecomputes } from '../../../src/platform/db/schema/operations.ts';
import { products, sources } from '../../../src/platform/db/schema/catalogue.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { readProductStates } from '../../../src/facts/state/product-state-store.ts';
import { buildStateScore } from '../../../src/facts/state/product-state.ts';
import { startQualityWorker, type QualityWorker } from '../../../src/quality/recompute/quality-worker.ts';
import { recomputeBatch } from '../../../src/quality/recompute/recompute-batch.ts';
import { requestReading } from '../../../src/quality/recompute/recompute-store.ts';
import {
  clearCatalogue,
  ensureCategory,
  insertKindFields,
  insertProduct,
  sourceIdOf,
} from '../../support/catalogue/catalogue.ts';
import { listenForChanges } from '../../support/changes/change-listener.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let admin: AdminCaller;
let editor: AdminCaller;
const workers: QualityWorker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const api = createTestApi(database);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
});
beforeEach(async () => {
  await clearCatalogue(database.db);
  await database.db.delete(qualityRecomputes);
  await database.db.update(sources).set({ trust: 0.6 }).where(eq(sources.code, 'open_food_facts'));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});
afterAll(() => database.drop());

const startWorker = (batchSize = 2) => {
  workers.push(
    startQualityWorker({
      db: database.db,
      logger: createLogger('test', 'silent'),
      batchSize,
      lookEveryMs: 20,
    }),
  );
};
const list = async () => (await editor.get('/quality-recomputes')).body.items;
const allDone = () =>
  waitFor('all recomputations done', async () =>
    (await list()).every((item: { state: string }) => item.state === 'done'),
  );
const productOf = async (id: string) => {
  const [row] = await database.db.select().from(products).where(eq(products.id, id));
  if (!row) throw new Error(`no product ${id}`);
  return row;
};
const scoreOf = async (id: string) => (await productOf(id)).qualityScore;
/** As `GET /products/{id}/quality` computes it. */
const rightScoreOf = async (id: string) => {
  const state = (await readProductStates(database.db, [id])).get(id);
  if (!state) throw new Error(`no product ${id}`);
  return buildStateScore(state, await loadCatalogueContext(database.db));
};
/** Stored with a score that is wrong from the start. */
const insertOff = () =>
  insertProduct(database.db, {
    name: 'Oat biscuits',
    qualityScore: 0.999,
    provenance: { open_food_facts: ['name', 'category'] },
  });

describe('after a change of trust', () => {
  test('the products of the source have new scores, and nothing else of them changes', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, insertOff));
    const untouched = await insertProduct(database.db, {
      qualityScore: 0.111,
      provenance: { community: ['name'] },
    });
    const archived = await insertProduct(database.db, {
      status: 'archived',
      qualityScore: 0.999,
      provenance: { open_food_facts: ['name'] },
    });
    const before = await Promise.all(ids.map(productOf));
    const changes = await listenForChanges(database);
    startWorker();
    const sourceId = await sourceIdOf(database.db, 'open_food_facts');
    await admin.patch(`/sources/${sourceId}`, { trust: 0.9 });
    await allDone();

    for (const [index, id] of ids.entries()) {
      const right = await rightScoreOf(id);
      expect(right).toBeLessThan(0.9);
      expect(await productOf(id)).toEqual({ ...before[index], qualityScore: right });
    }
    expect(await scoreOf(untouched)).toBe(0.111);
    expect(await scoreOf(archived)).toBeLessThan(0.9);
    expect(await list()).toMatchObject([
      { state: 'done', total: 6, done: 6, changed: 6, error: null, finished_at: expect.any(String) },
    ]);
    expect(await changes.count()).toBeGreaterThan(0);
  });

  test('a worker hears of each request', async () => {
    const logger = createLogger('test', 'silent');
    const worker = startQualityWorker({ db: database.db, logger, lookEveryMs: 2 ** 30 });
    workers.push(worker);
    const listener = listenForNotifications({
      databaseUrl: database.url,
      subscriptions: worker.subscriptions,
      logger,
    });
    // The worker looks by itself at its start and when it begins to listen, but not for the last one.
    for (let times = 0; times < 3; times += 1) {
      const id = await insertOff();
      await admin.post('/quality-recomputes', {});
      await waitFor('the score', async () => (await scoreOf(id)) === (await rightScoreOf(id)));
    }
    await listener.close();
  });

  test('a second one that changes nothing writes and marks nothing', async () => {
    const id = await insertOff();
    startWorker();
    await admin.post('/quality-recomputes', {});
    await allDone();
    await database.pool.query('DELETE FROM search_outbox');
    await admin.post('/quality-recomputes', {});
    await allDone();
    expect(await list()).toMatchObject([
      { scope: { all: true }, done: 1, changed: 0 },
      { done: 1, changed: 1 },
    ]);
    expect((await database.pool.query('SELECT FROM search_outbox')).rowCount).toBe(0);
    expect(await scoreOf(id)).toBe(await rightScoreOf(id));
  });
});

describe('after other changes that count', () => {
  test('of a template and of a category’s kind, the products have new scores', async () => {
    await insertKindFields(database.db, 'electronics', [{ key: 'model', label: 'Model', required: true }]);
    const phone = await insertProduct(database.db, {
      category: 'shop/phones',
      kind: 'electronics',
      attributes: { model: 'M1' },
      provenance: { community: ['attributes', 'name'] },
    });
    startWorker();
    const template = (await admin.get('/kinds/electronics/template')).body;
    await admin.put('/kinds/electronics/template', {
      version: template.version,
      fields: [...template.fields, { key: 'weight_g', label: 'Weight', type: 'number', required: true }],
    });
    await allDone();
    const withTemplate = await scoreOf(phone);
    expect(withTemplate).toBe(await rightScoreOf(phone));

    const phones = await ensureCategory(database.db, 'shop/phones');
    await admin.patch(`/categories/${phones}`, { archive_kind: 'general' });
    await allDone();
    expect(await scoreOf(phone)).toBe(await rightScoreOf(phone));
    expect(await scoreOf(phone)).not.toBe(withTemplate);
  });

  test('asked for by hand takes an admin', async () => {
    expectAdminError(await editor.post('/quality-recomputes', {}), 403, 'forbidden');
    expectAdminError(await admin.post('/quality-recomputes', { scope: 'all' }), 400, 'invalid_request');
    expectAdminError(await admin.get('/quality-recomputes?state=late'), 400, 'invalid_parameter');
    expect((await editor.get('/quality-recomputes?state=failed')).body.total).toBe(0);
  });
});

test('unread labels are looked for without reading any product', async () => {
  await database.pool.query(`
    insert into products (id, name, search_name, status, quality_score, read_version)
    select gen_random_uuid(), 'Soap', 'soap', 'draft', 0, 1 from generate_series(1, 500)`);
  await database.pool.query('analyze products');
  await database.db.transaction(async (tx) => {
    const countRead = async () => {
      const { rows } = await tx.execute<{ read: string }>(
        sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'products'`,
      );
      return rows[0]?.read;
    };
    const before = await countRead();
    expect(await requestReading(tx)).toBe(false);
    expect(await countRead()).toBe(before);
  });
});

describe('several workers', () => {
  test('go through every product once', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, insertOff));
    for (let count = 0; count < 4; count += 1) startWorker(3);
    await admin.post('/quality-recomputes', {});
    await allDone();
    expect(await list()).toMatchObject([{ total: 25, done: 25, changed: 25 }]);
    for (const id of ids) expect(await scoreOf(id)).toBe(await rightScoreOf(id));
  });

  test('wait for the one that is at it, and take over when its transaction is lost', async () => {
    await Promise.all(Array.from({ length: 3 }, insertOff));
    await admin.post('/quality-recomputes', {});
    expect(await recomputeBatch(database.db, 1)).toBe(true);
    // Stands still in the middle of a batch, with the lock; then its connection is cut.
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query("SELECT pg_advisory_xact_lock(hashtext('factshelf.quality_recomputes'))");
    expect(await recomputeBatch(database.db, 1)).toBe(false);
    holder.release(true);
    startWorker(1);
    await allDone();
    expect(await list()).toMatchObject([{ total: 3, done: 3 }]);
  });
});

describe('an edit of a product meanwhile', () => {
  test('is waited for, and its score is that of what it wrote', async () => {
    const id = await insertOff();
    await admin.post('/quality-recomputes', {});
    await database.db.transaction(async (tx) => {
      await tx.update(products).set({ countryOfOrigin: 'France' }).where(eq(products.id, id));
      startWorker();
      await waitFor('the worker to wait for the edit', async () => {
        const { rowCount } = await database.pool.query(
          'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
        );
        return (rowCount ?? 0) > 0;
      });
    });
    await allDone();
    expect(await scoreOf(id)).toBe(await rightScoreOf(id));
  });
});

describe('a recomputation that cannot be done', () => {
  test('is marked as failed, and those behind it are done', async () => {
    const id = await insertOff();
    const scope = { category_ids: ['no uuid'] };
    const failing = {
      id: '00000000-0000-7000-8000-000000000000',
      reason: 'test',
      scope,
      requestedBy: 'test',
    };
    await database.db.insert(qualityRecomputes).values(failing);
    await admin.post('/quality-recomputes', {});
    startWorker();
    const states = () =>
      database.db
        .select({ state: qualityRecomputes.state, error: qualityRecomputes.error })
        .from(qualityRecomputes)
        .orderBy(qualityRecomputes.createdAt);
    await waitFor('the second one', async () => (await states())[1]?.state === 'done');
    expect((await states())[0]).toEqual({ state: 'failed', error: expect.stringContaining('uuid') });
    expect(await scoreOf(id)).toBe(await rightScoreOf(id));
  });
});

describe.runIf(inject('meilisearch'))('the index', () => {
  let index: TestIndex;
  afterEach(() => index.close());

  test('follows the scores', async () => {
    index = startTestIndex(database);
    const id = await insertOff();
    await index.equal();
    startWorker();
    const sourceId = await sourceIdOf(database.db, 'open_food_facts');
    await admin.patch(`/sources/${sourceId}`, { trust: 0.9 });
    await allDone();
    await index.equal();
    expect(await index.documents.find(id)).toMatchObject({
      quality_score: await rightScoreOf(id),
    });
  });
});
