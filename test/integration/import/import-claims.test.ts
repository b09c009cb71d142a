import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { lockProduct } from '../../../src/catalog/products/lock-product.ts';
import { findAdminProduct } from '../../../src/catalog/products/administration/product-admin-store.ts';
import { mergeProducts } from '../../../src/catalog/merge/merge-products.ts';
import { unmergeProduct } from '../../../src/catalog/merge/unmerge-product.ts';
import { changeProduct } from '../../../src/catalog/products/change-product.ts';
import { findProduct } from '../../../src/catalog/products/product-store.ts';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';

/** Trusted 0.85 and 0.6. */
const [BETTER, WORSE] = ['usda', 'open_food_facts'] as const;
const author = { actor: 'operator:test', requestId: 'request-1' };

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

let files = 0;
async function say(sourceCode: string, change: object, row: object = oatBiscuits) {
  files += 1;
  const file = await catalogue.exports.writeJsonLines(`claims-${files}.jsonl`, [{ ...row, ...change }]);
  return { file, ...(await catalogue.run(file, { sourceCode })) };
}

const idOf = async (code = oatBiscuits.code) => String((await catalogue.findProduct(code))?.['id']);

/** What the detail shows: the value, who says it, and who says otherwise. */
async function read(code = oatBiscuits.code) {
  const product = await findProduct(catalogue.database.db, await idOf(code));
  return {
    content: product?.net_content_value,
    said: product?.sources
      .filter(({ fields }) => fields.includes('net_content_value'))
      .map((source) => source.code),
    claims: Object.fromEntries(
      (product?.sources ?? [])
        .filter(({ claims }) => Object.keys(claims).length > 0)
        .map((source) => [source.code, source.claims]),
    ),
  };
}

const content = (value: number) => ({ net_content_value: value, net_content_unit: 'g' });
/** The same as the row has it. */
const grams = (value: number) => ({ ...content(value), quantity_text: `${value} g` });

describe('where two sources differ', () => {
  it.each([
    ['the more trusted one was read first', BETTER],
    ['the less trusted one was read first', WORSE],
  ])('what the other says is kept: %s', async (_, first) => {
    const quantities = { [BETTER]: '250 g', [WORSE]: '300 g' };
    const second = first === BETTER ? WORSE : BETTER;
    await say(first, { quantity: quantities[first] });
    const { file } = await say(second, { quantity: quantities[second] });
    expect(await read()).toEqual({ content: 250, said: [BETTER], claims: { [WORSE]: grams(300) } });
    const admin = await findAdminProduct(catalogue.database.db, await idOf());
    expect(admin?.claims).toMatchObject([{ source: { code: WORSE }, facts: grams(300) }]);

    const before = await catalogue.dump();
    expect(await catalogue.run(file, { sourceCode: second })).toMatchObject({ unchanged: 1, completed: 0 });
    expect(await catalogue.dump()).toEqual(before);
  });

  it('a brand is named, amounts stand with their basis, and texts in other languages are no claims', async () => {
    const texts = { product_name: 'Oat biscuits', lang: 'en', product_name_en: 'Oat biscuits' };
    await say(BETTER, texts);
    await say(WORSE, {
      product_name: 'Haferkekse',
      product_name_de: 'Haferkekse',
      lang: 'de',
      brands: 'Dune',
      nutriments: { fat_100g: 20 },
    });
    expect((await read()).claims).toEqual({
      [WORSE]: { brand: 'Dune', nutriments: { fat_g: 20 }, nutrition_basis: '100g' },
    });
  });

  it('what is very long is not kept', async () => {
    await say(BETTER, {});
    await say(WORSE, { ingredients_text: 'Oats, '.repeat(1_000) });
    expect((await read()).claims).toEqual({});
  });

  it('a source that is believed in nothing is named with what it says', async () => {
    const row = { code: oatBiscuits.code, product_name: 'Oat biscuits', lang: 'en' };
    await say(BETTER, {}, row);
    await say(WORSE, { product_name: 'Cookies' }, row);
    await catalogue.query(
      `DELETE FROM field_provenance WHERE source_id = (SELECT id FROM sources WHERE code = '${WORSE}')`,
    );
    const product = await findProduct(catalogue.database.db, await idOf());
    expect(product?.sources.find(({ code }) => code === WORSE)).toMatchObject({
      fields: [],
      claims: { name: 'Cookies' },
    });
  });
});

describe('what a source says later', () => {
  beforeEach(async () => {
    await say(BETTER, { quantity: '250 g' });
    await say(WORSE, { quantity: '300 g' });
  });

  it('takes the place of its own claim', async () => {
    await say(WORSE, { quantity: '330 g' });
    expect(await read()).toEqual({ content: 250, said: [BETTER], claims: { [WORSE]: grams(330) } });
    await say(WORSE, { quantity: '' });
    expect(await read()).toEqual({ content: 250, said: [BETTER], claims: {} });
  });

  it('confirms where it agrees, whichever of the two gives way', async () => {
    await say(WORSE, { quantity: '250 g' });
    expect(await read()).toEqual({ content: 250, said: [BETTER, WORSE], claims: {} });
    await say(WORSE, { quantity: '300 g' });
    expect((await read()).claims).toEqual({ [WORSE]: grams(300) });
    await say(BETTER, { quantity: '300 g' });
    expect(await read()).toEqual({ content: 300, said: [BETTER, WORSE], claims: {} });
  });

  it('leaves the place to the claim when it says nothing any more', async () => {
    await say(BETTER, { quantity: '', brands: '' });
    expect(await read()).toEqual({ content: 300, said: [WORSE], claims: {} });
    await say(BETTER, { quantity: '250 g' });
    expect(await read()).toEqual({ content: 250, said: [BETTER], claims: { [WORSE]: grams(300) } });
  });

  it('also a brand comes back', async () => {
    await say(WORSE, { brands: 'Dune', quantity: '300 g' });
    expect((await read()).claims).toEqual({ [WORSE]: { brand: 'Dune', ...grams(300) } });
    await say(BETTER, { brands: '' });
    expect(await catalogue.findProduct(oatBiscuits.code)).toMatchObject({ brand: 'Dune' });
  });
});

it('an operator’s word stands, what he replaced is claimed, and what he agrees with is no claim', async () => {
  await say(BETTER, { quantity: '250 g' });
  await say(WORSE, { quantity: '300 g' });
  const productId = await idOf();
  const correct = async (facts: object) =>
    await catalogue.database.db.transaction(
      async (tx) =>
        await changeProduct(
          tx,
          await lockProduct(tx, productId),
          { source: 'operator', author, facts },
          await loadCatalogueContext(tx),
        ),
    );
  await correct(grams(275));
  const corrected = {
    content: 275,
    said: ['operator'],
    claims: { [BETTER]: grams(250), [WORSE]: grams(300) },
  };
  expect(await read()).toEqual(corrected);
  await say(BETTER, { quantity: '260 g' });
  expect(await read()).toEqual({ ...corrected, claims: { ...corrected.claims, [BETTER]: grams(260) } });
  await say(BETTER, { quantity: '275 g' });
  expect(await read()).toEqual({ content: 275, said: ['operator', BETTER], claims: { [WORSE]: grams(300) } });
  // What he emptied stays empty until a source says something new.
  await correct({ net_content_value: null, net_content_unit: null });
  expect(await read()).toMatchObject({ content: null, said: [] });
  await say(BETTER, { quantity: '275 g', brands: 'Other' });
  expect(await read()).toMatchObject({ content: 275, said: [BETTER] });
});

it('a merge keeps what the product that goes says otherwise, and its undoing takes it back', async () => {
  const other = { ...oatBiscuits, code: gtinOf(7) };
  await say(BETTER, { quantity: '250 g' });
  await say(WORSE, { quantity: '300 g' }, other);
  const [winnerId, loserId] = [await idOf(), await idOf(other.code)];
  const { db } = catalogue.database;
  const before = await catalogue.query('SELECT id, claims FROM products ORDER BY id');
  await mergeProducts(db, { loserId, winnerId, loserVersion: 1, winnerVersion: 1, author });
  expect(await read()).toEqual({ content: 250, said: [BETTER], claims: { [WORSE]: grams(300) } });
  await unmergeProduct(db, { loserId, version: 2, author });
  expect(await catalogue.query('SELECT id, claims FROM products ORDER BY id')).toEqual(before);
  expect((await read(other.code)).content).toBe(300);
  // Merged for good, the source speaks of the product that stayed.
  await mergeProducts(db, { loserId, winnerId, loserVersion: 3, winnerVersion: 3, author });
  await say(WORSE, { quantity: '320 g' }, other);
  expect((await read()).claims).toEqual({ [WORSE]: grams(320) });
});
