import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  appleJuice,
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(async () => await catalogue.remove());
beforeEach(async () => await catalogue.empty());

describe('a row that changed', () => {
  it('updates its product and no other', async () => {
    await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [oatBiscuits, appleJuice]));
    const before = await catalogue.findProduct(oatBiscuits.code);
    await catalogue.clearDirty();
    const { ingredients_text: _, ...changed } = {
      ...oatBiscuits,
      product_name: 'Harbour Oat & Fig Biscuits',
    };
    const report = await catalogue.run(
      await catalogue.exports.writeJsonLines('after.jsonl', [changed, appleJuice]),
    );
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const after = await catalogue.findProduct(oatBiscuits.code);
    expect(after).toMatchObject({
      id: before?.['id'],
      name: 'Harbour Oat & Fig Biscuits',
      version: 2,
      ingredients_text: null,
    });
    expect(after?.['suppliers']).not.toHaveProperty('ingredients_text');
    expect(Number(after?.['quality_score'])).toBeLessThan(Number(before?.['quality_score']));
    expect(await catalogue.listDirty()).toEqual([before?.['id']]);
  });

  it('in nothing but the time of its change writes nothing', async () => {
    const write = (row: Record<string, unknown>) => catalogue.exports.writeJsonLines('times.jsonl', [row]);
    const row = { ...oatBiscuits, created_t: 1_489_055_730, last_modified_t: 1_682_719_941 };
    await catalogue.run(await write(row));
    const later = { ...row, last_modified_t: 1_700_000_000 };
    expect(await catalogue.run(await write(later))).toMatchObject({ updated: 0, unchanged: 1 });
    const timesOf = async () =>
      (
        await catalogue.query(
          `select facts->>'source_created_at' as c, facts->>'source_updated_at' as u from products`,
        )
      )[0];
    expect(await timesOf()).toEqual({ c: '2017-03-09T10:35:30Z', u: '2023-04-28T22:12:21Z' });
    await catalogue.run(await write({ ...later, product_name: 'Harbour Oat & Fig Biscuits' }));
    expect(await timesOf()).toEqual({ c: '2017-03-09T10:35:30Z', u: '2023-11-14T22:13:20Z' });
  });

  it('archives a product that is no longer sold, and takes that back, but not what an operator archived', async () => {
    const { obsolete: _, ...sold } = appleJuice;
    await catalogue.run(await catalogue.exports.writeJsonLines('sold.jsonl', [sold]));
    await catalogue.run(await catalogue.exports.writeJsonLines('obsolete.jsonl', [appleJuice]));
    expect(await catalogue.findProduct(appleJuice.code)).toMatchObject({ status: 'archived' });
    await catalogue.run(await catalogue.exports.writeJsonLines('sold.jsonl', [sold]));
    expect(await catalogue.findProduct(appleJuice.code)).toMatchObject({ status: 'active' });
    await catalogue.query(`UPDATE products SET status = 'archived', archive_reason = 'recalled'`);
    await catalogue.run(
      await catalogue.exports.writeJsonLines('sold.jsonl', [
        { ...sold, product_name: 'Dune Apple Juice 1 l' },
      ]),
    );
    expect(await catalogue.findProduct(appleJuice.code)).toMatchObject({
      status: 'archived',
      name: 'Dune Apple Juice 1 l',
    });
  });

  it('does not undo what an operator has put in its place', async () => {
    await catalogue.run(await catalogue.exports.writeJsonLines('before.jsonl', [oatBiscuits]));
    await catalogue.query(`
      WITH product AS (UPDATE products SET name = 'Oat Biscuits' RETURNING id)
      UPDATE field_provenance f SET source_id = (SELECT id FROM sources WHERE code = 'operator')
      FROM product WHERE f.product_id = product.id AND f.field = 'name'`);
    const changed = { ...oatBiscuits, product_name: 'OAT BISCUITS !!!', quantity: '300 g' };
    await catalogue.run(await catalogue.exports.writeJsonLines('after.jsonl', [changed]));
    expect(await catalogue.findProduct(oatBiscuits.code)).toMatchObject({
      name: 'Oat Biscuits',
      content: 300,
      suppliers: { name: ['operator'] },
    });
  });
});

describe('a barcode that a product of another source has', () => {
  beforeEach(async () => {
    await catalogue.query(`
      WITH brand AS (
        INSERT INTO brands (id, name, slug, brand_key) VALUES (gen_random_uuid(), 'Harbour', 'harbour', 'harbour')
        RETURNING id
      ), product AS (
        INSERT INTO products (id, name, search_name, brand_id, category_id, status, quality_score)
        SELECT gen_random_uuid(), 'Oaties', 'oaties', brand.id, c.id, 'active', 0.3
        FROM brand, categories c WHERE c.code = 'uncategorized-food' RETURNING id
      ), barcode AS (
        INSERT INTO barcodes (gtin14, product_id, type, pack_level, is_primary)
        SELECT lpad('${oatBiscuits.code}', 14, '0'), id, 'gtin13', 'each', true FROM product
      )
      INSERT INTO field_provenance (product_id, field, source_id)
      SELECT product.id, field, s.id FROM product, sources s, unnest(ARRAY['name', 'brand', 'barcode']) AS field
      WHERE s.code = 'community'`);
  });

  it('completes it: missing fields are filled, equal values confirmed, others left alone', async () => {
    const report = await catalogue.run(
      await catalogue.exports.writeJsonLines('completing.jsonl', [oatBiscuits]),
    );
    expect(report).toMatchObject({ created: 0, completed: 1 });
    const product = await catalogue.findProduct(oatBiscuits.code);
    expect(product).toMatchObject({
      name: 'Oaties',
      brand: 'Harbour',
      category: 'biscuits',
      content: 250,
      country_of_origin: 'Italy',
      ingredients_text: 'Oats, butter, sugar',
      suppliers: {
        name: ['community'],
        brand: ['community', 'open_food_facts'],
        barcode: ['community', 'open_food_facts'],
        net_content: ['open_food_facts'],
      },
    });
    expect(Number(product?.['quality_score'])).toBeGreaterThan(0.6);
    expect(await catalogue.query('SELECT count(*)::int AS count FROM products')).toEqual([{ count: 1 }]);
  });

  it('is completed once: the second run changes nothing', async () => {
    const file = await catalogue.exports.writeJsonLines('completing.jsonl', [oatBiscuits]);
    await catalogue.run(file);
    const before = await catalogue.dump();
    await catalogue.clearDirty();
    expect(await catalogue.run(file)).toMatchObject({ completed: 0, unchanged: 1 });
    expect(await catalogue.dump()).toEqual(before);
    expect(await catalogue.listDirty()).toEqual([]);
  });
});
