import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { qualityRecomputes } from '../../../src/platform/db/schema/operations.ts';
import { saveRecompute } from '../../../src/quality/recompute/recompute-store.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const PRODUCTS = 1_700;
const BATCH = 500;
const LONG_MS = 120_000;

let database: TestDatabase;
let api: StartedApi | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await api?.stop();
  await database.drop();
});

const start = async () => {
  api = await startApi({ DATABASE_URL: database.url });
  return api;
};
const findProgress = async () => (await database.db.select().from(qualityRecomputes))[0];

it('a recomputation whose process is killed in the middle is finished by the next one', async () => {
  const categoryId = await ensureCategory(database.db, 'food');
  await database.db.execute(sql`
    insert into products (id, name, search_name, category_id, status, quality_score)
    select gen_random_uuid(), 'Product ' || n, 'product ' || n, ${categoryId}, 'active', 0.999
    from generate_series(1, ${PRODUCTS}) n`);
  await database.db.transaction(
    async (tx) => await saveRecompute(tx, { reason: 'test', scope: { all: true }, requestedBy: 'test' }),
  );

  // Somebody holds a product of the second batch, so that the worker stands in the middle when it is killed.
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM products WHERE id =
      (SELECT id FROM products ORDER BY id OFFSET ${BATCH + 100} LIMIT 1) FOR UPDATE`);
  const first = await start();
  await waitFor('the first batch', async () => (await findProgress())?.done === BATCH, LONG_MS);
  first.program.kill('SIGKILL');
  await first.program.ended;
  expect(await findProgress()).toMatchObject({
    state: 'running',
    total: PRODUCTS,
    done: BATCH,
    changed: BATCH,
  });
  await holder.query('ROLLBACK');
  holder.release();

  await start();
  await waitFor('the rest', async () => (await findProgress())?.state === 'done', LONG_MS);
  expect(await findProgress()).toMatchObject({ total: PRODUCTS, done: PRODUCTS, changed: PRODUCTS });
  const { rows } = await database.pool.query<{ scores: number }>(
    'SELECT count(DISTINCT quality_score)::int AS scores, max(quality_score) < 0.999 AS isNew FROM products',
  );
  expect(rows).toEqual([{ scores: 1, isnew: true }]);
});
