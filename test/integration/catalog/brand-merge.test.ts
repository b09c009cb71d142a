import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { saveBrands } from '../../../src/facts/values/brand-name-store.ts';
import { retryTransaction } from '../../../src/platform/db/retry-transaction.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { clearCatalogue, ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { clearMarks, findLastAudit, listMarked } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let editor: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  const { headers } = await signInTestOperator(database.db, 'editor');
  editor = createAdminCaller(createTestApi(database), headers);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

const brandOf = async (productId: string) =>
  (
    await database.db
      .select({ id: products.brandId, version: products.version })
      .from(products)
      .where(eq(products.id, productId))
  )[0];
describe('two brands merged', () => {
  test('are one, with the products, names and aliases of both', async () => {
    const [draft, inUse, other] = [
      await insertProduct(database.db, { brand: 'Nestel', status: 'draft' }),
      await insertProduct(database.db, { brand: 'Nestel' }),
      await insertProduct(database.db, { brand: 'Nestlé' }),
    ];
    const [from, into] = [await ensureBrand(database.db, 'Nestel'), await ensureBrand(database.db, 'Nestlé')];
    await editor.post(`/brands/${from}/aliases`, { alias: 'Nestele' });
    await clearMarks(database.db);

    const merged = await editor.post(`/brands/${from}/merge`, { into_id: into });
    expect(merged.body).toMatchObject({
      id: into,
      name: 'Nestlé',
      aliases: ['Nestel', 'Nestele'],
      product_count: 3,
      in_use_count: 2,
    });
    for (const id of [draft, inUse]) expect(await brandOf(id)).toEqual({ id: into, version: 2 });
    expect(await brandOf(other)).toEqual({ id: into, version: 1 });
    expect((await listMarked(database.db)).toSorted()).toEqual([draft, inUse].toSorted());
    expectAdminError(await editor.get(`/brands/${from}`), 404, 'not_found');
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'brand.merged',
      entityId: from,
      before: { name: 'Nestel', aliases: ['Nestele'] },
      after: { into_id: into, products_moved: 2 },
    });
  });

  test('must be two, and both be there', async () => {
    const id = await ensureBrand(database.db, 'Nestel');
    await insertProduct(database.db, { brand: 'Nestel' });
    for (const into_id of [id, uuidv7()]) {
      expectAdminError(await editor.post(`/brands/${id}/merge`, { into_id }), 400, 'validation_failed');
    }
    expectAdminError(await editor.post(`/brands/${uuidv7()}/merge`, { into_id: id }), 404, 'not_found');
    expect((await editor.get('/brands')).body.items).toMatchObject([{ name: 'Nestel', product_count: 1 }]);
  });

  test('while products of both are saved and imported lose none', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, () => insertProduct(database.db, { brand: 'Nestel' })),
    );
    const [from, into] = [await ensureBrand(database.db, 'Nestel'), await ensureBrand(database.db, 'Nestlé')];
    // As an import or an approval does it: products locked, brands found or made, products written; again after a lost race.
    const save = async (round: number) =>
      await retryTransaction(database.db, async (tx) => {
        const id = ids[round % ids.length]!;
        await tx.execute(sql`select from products where id = ${id} for update`);
        const found = await saveBrands(tx, ['Nestel', 'Nestlé']);
        const brandId = found.get(round % 2 === 0 ? 'nestel' : 'nestle')?.id ?? null;
        await tx
          .update(products)
          .set({ brandId, archiveReason: `${round}` })
          .where(eq(products.id, id));
        await insertProduct(tx, { name: `New ${round}` });
      });
    const saveMany = async (lane: number) => {
      for (let round = lane; round < 60; round += 4) await save(round);
    };
    const [merged] = await Promise.all([
      editor.post(`/brands/${from}/merge`, { into_id: into }),
      ...[0, 1, 2, 3].map(saveMany),
    ]);

    expect(merged.status, merged.text).toBe(200);
    for (const id of ids) expect((await brandOf(id))?.id).toBe(into);
    expect((await editor.get('/brands')).body).toMatchObject({ total: 1 });
  });

  test('into each other at once are one', async () => {
    await insertProduct(database.db, { brand: 'Left' });
    await insertProduct(database.db, { brand: 'Right' });
    const [left, right] = [await ensureBrand(database.db, 'Left'), await ensureBrand(database.db, 'Right')];
    const answers = await Promise.all([
      editor.post(`/brands/${left}/merge`, { into_id: right }),
      editor.post(`/brands/${right}/merge`, { into_id: left }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect((await editor.get('/brands')).body.items).toMatchObject([{ product_count: 2 }]);
  });

  test('are not one and the same, however its id is written', async () => {
    const productId = await insertProduct(database.db, { brand: 'Plain Mill' });
    const id = (await brandOf(productId))?.id ?? '';
    for (const into of [id, id.toUpperCase()]) {
      expectAdminError(await editor.post(`/brands/${id}/merge`, { into_id: into }), 400, 'validation_failed');
    }
    expect((await editor.get(`/brands/${id}`)).body).toMatchObject({ name: 'Plain Mill', aliases: [] });
  });
});
