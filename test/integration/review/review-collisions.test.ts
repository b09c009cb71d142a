import { eq, sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { categories } from '../../../src/platform/db/schema/catalogue.ts';
import { saveAuditEntry } from '../../../src/platform/audit/audit-store.ts';
import { lockOperator } from '../../../src/access/operators/operator-store.ts';
import { ensureBrand, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { findSubmission, submitFacts } from '../../support/review/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let api: TestApi;
let admin: TestOperator;
let asAdmin: AdminCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  admin = await signInTestOperator(database.db, 'admin');
  asAdmin = createAdminCaller(api, admin.headers);
});
beforeEach(() => database.db.execute(sql`truncate products, submissions, search_outbox cascade`));
afterAll(() => database.drop());

const approve = (id: string, body: object = {}) => asAdmin.post(`/submissions/${id}/approve`, body);

/** Resolves when some transaction of this database waits for a lock. */
const someoneWaits = () =>
  waitFor('a transaction that waits for a lock', async () => {
    const { rows } = await database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rows[0]?.n ?? 0) > 0;
  });

it('an approval and a sign-in of the same operator do not lock each other out', async () => {
  const id = await submitFacts(api, { name: 'Oat drink', category: 'beverages' });
  const author = { actor: `operator:${admin.id}` };
  let approval: Promise<Response> | undefined;
  await database.consoleDb.transaction(async (tx) => {
    await lockOperator(tx, admin.id);
    approval = approve(id);
    // The approval has done all it can: it is through, or it waits for the operator with the audit log in its hand.
    await Promise.race([approval, someoneWaits()]);
    await saveAuditEntry(tx, author, {
      action: 'operator.signed_in',
      entity: 'operator',
      entityId: admin.id,
    });
  });
  const response = await approval!;
  expect(response.status, response.text).toBe(200);
});

it('a category that is deleted at this moment makes an approval a clear refusal', async () => {
  const categoryId = await ensureCategory(database.db, 'food/short-lived');
  const id = await submitFacts(api, { name: 'Oat drink', category: 'short-lived' });
  let approval: Promise<Response> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.delete(categories).where(eq(categories.id, categoryId));
    approval = approve(id);
    await someoneWaits();
  });
  expectAdminError(await approval!, 400, 'validation_failed');
  expect((await findSubmission(database.db, id))?.status).toBe('pending');
});

it('a brand that is deleted at this moment is made again by an approval, also by one of many', async () => {
  for (const name of ['Brief', 'Briefer']) {
    const brandId = await ensureBrand(database.db, name);
    const id = await submitFacts(api, { name: `${name} oats`, brand: name, category: 'beverages' });
    let approval: Promise<Response> | undefined;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`delete from brands where id = ${brandId}`);
      approval =
        name === 'Brief' ? approve(id) : asAdmin.post('/submissions/bulk', { action: 'approve', ids: [id] });
      await someoneWaits();
    });
    const response = await approval!;
    expect(response.status, response.text).toBe(200);
    expect((await findSubmission(database.db, id))?.status).toBe('approved');
  }
});

it('what waits for a product that is merged away waits for the one that stays, even when the other is deleted', async () => {
  const [loser, winner] = [
    await insertProduct(database.db, { name: 'Oat drink' }),
    await insertProduct(database.db, { name: 'Oat drink 1 l' }),
  ];
  const decided = await submitFacts(api, { product_id: loser, country_of_origin: 'France' });
  expect((await approve(decided)).status).toBe(200);
  const pending = await submitFacts(api, { product_id: loser, ingredients_text: 'Oats, water' });
  const merged = await asAdmin.post(`/products/${loser}/merge`, {
    into: winner,
    version: 2,
    into_version: 1,
  });
  expect(merged.status, merged.text).toBe(200);
  expect((await asAdmin.delete(`/products/${loser}`)).status).toBe(200);

  expect((await asAdmin.get(`/submissions/${pending}`)).body).toMatchObject({ target: { id: winner } });
  expect((await approve(pending)).body).toMatchObject({ product_id: winner, is_new_product: false });
  const { body } = await api.request().get(`/api/public/submissions/${decided}`);
  expect(body).toMatchObject({ status: 'approved', product_id: winner });
});

it('a chosen product may be written in capitals', async () => {
  const productId = await insertProduct(database.db, { name: 'Oat drink' });
  const id = await submitFacts(api, { name: 'Oat drink', ingredients_text: 'Oats, water' });
  const response = await approve(id, { target_product_id: productId.toUpperCase() });
  expect(response.body).toMatchObject({ product_id: productId, is_new_product: false });
});
