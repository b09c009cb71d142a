import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { HistoryEntry } from '../../../src/catalog/history/history-contract.ts';
import type { UnmergePreview } from '../../../src/catalog/merge/merge-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

const versionOf = async (id: string) =>
  ((await desk.editor.get(`/products/${id}`)).body as AdminProduct).version;
async function merge(id: string, into: string): Promise<void> {
  const versions = { version: await versionOf(id), into_version: await versionOf(into) };
  const response = await desk.editor.post(`/products/${id}/merge`, { into, ...versions });
  expect(response.status, response.text).toBe(200);
}
const unmerge = async (id: string, version?: number) =>
  desk.editor.post(`/products/${id}/unmerge`, { version: version ?? (await versionOf(id)) });

const preview = (id: string) => desk.editor.post(`/products/${id}/unmerge/preview`, {});

const insertWinner = (gtins: string[] = []) =>
  insertProduct(desk.database.db, {
    name: 'Hazelnut spread',
    category: 'food/snacks',
    attributes: { pack: 'jar' },
    gtins,
    food: { nutriments: { fat_g: 30 }, nutritionBasis: '100g' },
    provenance: { open_food_facts: ['name', 'category', 'attributes', 'nutriments', 'nutrition_basis'] },
  });
const insertLoser = (gtins: string[] = []) =>
  insertProduct(desk.database.db, {
    name: 'HAZELNUT SPREAD',
    brand: 'Harbour',
    category: 'food/spreads',
    countryOfOrigin: 'Italy',
    attributes: { pack: 'tube', colour: 'brown' },
    gtins,
    msrp: [{ amount: 3, source: 'usda' }],
    food: { nutriments: { fat_g: 30, salt_g: 0.1 }, nutritionBasis: '100g', ingredientsText: 'Sugar' },
    provenance: {
      usda: ['name', 'brand', 'category', 'country_of_origin', 'attributes', 'nutriments', 'msrp'],
      community: ['ingredients_text', 'barcode'],
    },
  });

/** What follows from the facts of a product, which the rows of these tests were inserted without. */
const COMPUTED = ['version', 'updated_at', 'quality_score', 'allergen_states', 'assured', 'read_version'];

/** Everything stored of products and what hangs on them, but versions, scores and times of the row itself. */
async function readAll(ids: string[]): Promise<unknown> {
  const list = sql.param(ids);
  const rowsOf = async (table: string, column: string, without: string[], order: string) =>
    (
      await desk.database.db.execute(sql`
        select to_jsonb(t) - ${sql.param(without)}::text[] as row from ${sql.raw(table)} t
        where ${sql.raw(column)} = any(${list}::uuid[]) order by ${sql.raw(order)}`)
    ).rows;
  return {
    products: await rowsOf('products', 'id', COMPUTED, 'id'),
    earlier: await rowsOf('products', 'merged_into_id', COMPUTED, 'id'),
    food: await rowsOf('food_details', 'product_id', [], 'product_id'),
    barcodes: await rowsOf('barcodes', 'product_id', [], 'gtin14'),
    msrp: await rowsOf('msrp_snapshots', 'product_id', [], 'id'),
    records: await rowsOf('source_records', 'product_id', [], 'source_key'),
    provenance: await rowsOf('field_provenance', 'product_id', [], 'product_id, field, source_id'),
    submissions: await rowsOf('submissions', 'product_id', [], 'id'),
    results: await rowsOf('submissions', 'result_product_id', [], 'id'),
  };
}

it('a merge that is taken back leaves both products, and all that is theirs, as they were', async () => {
  const { db } = desk.database;
  const [winner, loser] = [await insertWinner(), await insertLoser(['96385074', '4006381333931'])];
  await insertProduct(db, { status: 'archived', mergedIntoId: loser });
  await db.execute(sql`insert into source_records (source_id, source_key, product_id, content_hash)
    select id, 'key-1', ${loser}::uuid, 'hash' from sources where code = 'usda'`);
  await db.execute(sql`update field_provenance set recorded_at = '2020-01-01' where product_id = ${loser}`);
  await submitFacts(desk.api, { product_id: loser, country_of_origin: 'Spain' });
  const before = await readAll([winner, loser]);
  await merge(loser, winner);
  expect(await readAll([winner, loser])).not.toEqual(before);

  const heard = await desk.countChanges();
  const response = await unmerge(loser);
  expect(response.status, response.text).toBe(200);
  expect(response.body).toMatchObject({ id: loser, status: 'active', merged_into: null, gtin: '96385074' });
  expect(await readAll([winner, loser])).toEqual(before);
  expect(await desk.countChanges()).toBe(heard + 1);
  expect((await desk.api.get('/products/barcode/4006381333931')).body).toMatchObject({ id: loser });
  expect(await desk.listHistory(loser)).toMatchObject([
    { action: 'product.unmerged', after: { status: 'active', barcodes: ['96385074', '4006381333931'] } },
    { action: 'product.merged' },
  ]);
  expect(await desk.listHistory(winner)).toMatchObject([
    { action: 'product.reduced_by_unmerge', before: { brand: 'Harbour' }, after: { brand: null } },
    { action: 'product.completed_by_merge' },
  ]);
  expectAdminError(await unmerge(loser), 409, 'invalid_state');
  await merge(loser, winner);
  expect((await unmerge(loser)).status).toBe(200);
  expect(await readAll([winner, loser])).toEqual(before);
});

it('merges into one product, and of it, are taken back the last one first', async () => {
  const [top, winner] = [await insertWinner(['012345678905']), await insertWinner(['3017620422003'])];
  const [first, second] = [await insertLoser(['5449000000996']), await insertLoser()];
  const all = [top, winner, first, second];
  const before = await readAll(all);
  await merge(first, winner);
  await merge(second, winner);
  await merge(winner, top);
  const refused = await unmerge(first);
  expectAdminError(refused, 409, 'invalid_state');
  expect(errorOf(refused).details).toMatchObject({
    reason: 'merged_on',
    product_id: winner,
    merged_into_id: top,
  });
  expect((await unmerge(winner)).status).toBe(200);
  const tooEarly = await unmerge(first);
  expect(errorOf(tooEarly).details).toMatchObject({
    reason: 'changed_since',
    product_id: winner,
    changes: expect.arrayContaining([expect.objectContaining({ action: 'product.completed_by_merge' })]),
  });
  expect((await unmerge(second)).status).toBe(200);
  expect((await unmerge(first)).status).toBe(200);
  expect(await readAll(all)).toEqual(before);
});

it('is refused, with what was changed since, and nothing is written', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser()];
  await merge(loser, winner);
  await desk.editor.patch(`/products/${winner}`, { version: 2, country_of_origin: 'France' });
  const before = await readAll([winner, loser]);
  const refused = await unmerge(loser);
  expectAdminError(refused, 409, 'invalid_state');
  expect(errorOf(refused).details).toMatchObject({
    reason: 'changed_since',
    product_id: winner,
    changes: [
      {
        action: 'product.updated',
        actor: `operator:${desk.operator.id}`,
        fields: ['country_of_origin'],
      },
    ],
  });
  expect(await readAll([winner, loser])).toEqual(before);
  const shown = await preview(loser);
  expectAdminError(shown, 409, 'invalid_state');
  expect(errorOf(shown).details).toEqual(errorOf(refused).details);
  expect(errorOf(shown).details).toMatchObject({ changes: [{ actor_email: expect.stringContaining('@') }] });
  expectAdminError(await unmerge(loser, 1), 409, 'version_conflict');
  expect((await desk.reviewer.post(`/products/${loser}/unmerge`, { version: 2 })).status).toBe(403);
});

it('is refused for a merge of which nothing was recorded', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser()];
  await merge(loser, winner);
  await desk.database.db.execute(sql`delete from product_merges where loser_id = ${loser}`);
  expect(errorOf(await unmerge(loser)).details).toMatchObject({ reason: 'not_recorded' });
});

it('is taken back once when two ask at the same moment', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser()];
  await merge(loser, winner);
  const version = await versionOf(loser);
  const responses = await Promise.all([unmerge(loser, version), unmerge(loser, version)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('shows first what becomes of both, and the history says which merge can be taken back', async () => {
  const [winner, loser] = [await insertWinner(), await insertLoser(['0012345678998'])];
  await merge(loser, winner);
  const listHistory = async (id: string) => (await desk.listHistory(id)) as unknown as HistoryEntry[];
  expect(await listHistory(loser)).toMatchObject([
    { unmerge_id: loser, other_product: { id: winner, name: 'Hazelnut spread' } },
  ]);
  expect(await listHistory(winner)).toMatchObject([
    { unmerge_id: loser, other_product: { id: loser, name: 'HAZELNUT SPREAD' } },
  ]);
  const before = await readAll([winner, loser]);
  const response = await preview(loser);
  expect(response.status, response.text).toBe(200);
  const shown = response.body as UnmergePreview;
  expect(await readAll([winner, loser])).toEqual(before);
  expect(shown.product).toMatchObject({ id: loser, version: 2 });
  expect(shown.product.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'status', before: 'archived', after: 'active' }),
      expect.objectContaining({ name: 'barcodes', effect: 'add' }),
      expect.objectContaining({ name: 'msrp', effect: 'add' }),
    ]),
  );
  expect(shown.other.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'brand', effect: 'delete', before: 'Harbour' }),
      expect.objectContaining({ name: 'barcodes', effect: 'delete' }),
    ]),
  );
  expect((await unmerge(loser, shown.product.version)).status).toBe(200);
  expect((await listHistory(winner)).map(({ unmerge_id }) => unmerge_id)).toEqual([null, null]);
  await merge(loser, winner);
  expect((await listHistory(winner)).map(({ unmerge_id }) => unmerge_id)).toEqual([loser, null, null]);
});
