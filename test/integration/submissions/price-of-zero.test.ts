import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

const price = (id: string, amount: number) =>
  desk.editor.post(`/products/${id}/msrp`, { amount, currency: 'EUR', region: 'FR' });
const scoreOf = async (id: string) =>
  ((await desk.editor.get(`/products/${id}`)).body as AdminProduct).quality_score;

test('a price of zero adds nothing to the score, as it is entered and at each later change; a real one does', async () => {
  const facts = { kind: 'electronics', category: 'zero-phones' };
  const [free, priced] = [
    await insertProduct(desk.database.db, facts),
    await insertProduct(desk.database.db, facts),
  ];
  // The stored score as it is without any price.
  for (const id of [free, priced])
    await desk.editor.patch(`/products/${id}`, { version: 1, name: 'Phone one' });
  const plain = await scoreOf(free);
  expect(await scoreOf(priced)).toBe(plain);

  await price(free, 0);
  expect(await scoreOf(free)).toBe(plain);
  await price(priced, 99);
  expect(await scoreOf(priced)).toBeGreaterThan(plain);

  for (const id of [free, priced])
    await desk.editor.patch(`/products/${id}`, { version: 3, name: 'Phone two' });
  expect(await scoreOf(free)).toBe(plain);
  expect(await scoreOf(priced)).toBeGreaterThan(plain);
  expect(await scoreOf(free)).toBe(
    ((await desk.api.get(`/products/${free}/quality`)).body as { quality_score: number }).quality_score,
  );

  const { body } = await desk.editor.get(`/products/${priced}/msrp`);
  await desk.editor.delete(`/products/${priced}/msrp/${(body as { items: { id: string }[] }).items[0]?.id}`);
  expect(await scoreOf(priced)).toBe(plain);
});
