import { describe, expect, it } from 'vitest';
import { buildBatch } from '../../../indexer/drain/build-batch.ts';
import { buildDocument } from '../../../indexer/drain/build-document.ts';
import type { IndexedProduct } from '../../../src/search/index/indexed-product-store.ts';
import type { DirtyProduct } from '../../../src/search/index/outbox-store.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const BRAND = '01890000-0000-7000-8000-0000000000b1';
const CATEGORY = '01890000-0000-7000-8000-0000000000c1';

const facts = (name: string, others: Partial<IndexedProduct> = {}): IndexedProduct => ({
  name,
  brandId: BRAND,
  brand: 'Kornblume',
  categoryId: CATEGORY,
  categoryPath: 'food/desserts',
  countryOfOrigin: 'France',
  qualityScore: 0.731,
  primaryGtin14: '04006381333931',
  gtins: ['04006381333931'],
  kind: 'food',
  nutriScore: 'b',
  novaGroup: '4',
  environmentalScore: 'a-plus',
  nutriments: { energy_kcal: 539, sugars_g: 56.3 },
  updatedAt: 1_769_850_900_123,
  allergens: ['milk', 'eggs'],
  assured: ['a:nuts'],
  labels: ['organic'],
  countriesSold: ['France', 'Belgium'],
  popularity: 39,
  names: { de: 'Gebrannte Creme' },
  genericNames: { fr: 'Dessert lacté' },
  brands: ['Kornblume', 'Nordhof'],
  categoryWords: 'desserts nachspeisen postres dessert sweet end',
  ...others,
});

describe('a document', () => {
  it('holds what a result shows and what filters ask for', () => {
    expect(buildDocument({ productId: ID, ...facts('Crème brûlée') })).toEqual({
      id: ID,
      gtin: '4006381333931',
      name: 'Crème brûlée',
      brand: 'Kornblume',
      category_path: 'food/desserts',
      country_of_origin: 'France',
      quality_score: 0.731,
      brand_id: BRAND,
      category_id: CATEGORY,
      updated_at: 1_769_850_900_123,
      nutri_score: 'b',
      nova_group: '4',
      environmental_score: 'a-plus',
      nutriments: { energy_kcal: 539, sugars_g: 56.3 },
      allergens: ['milk', 'eggs'],
      assured: ['a:nuts'],
      labels: ['organic'],
      sold_in: ['FR', 'BE'],
      kind: 'food',
      gtins: ['04006381333931'],
      popularity: 39,
      other_names: ['Gebrannte Creme', 'Dessert lacté'],
      other_brands: ['Nordhof'],
      category_words: 'desserts nachspeisen postres dessert sweet end',
    });
  });

  it('says null for what is not known, and leaves out what nobody can filter by', () => {
    const unknown = {
      brandId: null,
      brand: null,
      categoryId: null,
      categoryPath: null,
      countryOfOrigin: null,
      primaryGtin14: null,
      gtins: [],
      kind: null,
      nutriScore: null,
      novaGroup: null,
      environmentalScore: null,
      nutriments: null,
      allergens: [],
      assured: [],
      labels: [],
      countriesSold: [],
      names: null,
      genericNames: null,
      brands: null,
      categoryWords: null,
      popularity: null,
    };
    expect(buildDocument({ productId: ID, ...facts('Tea', unknown) })).toEqual({
      id: ID,
      gtin: null,
      name: 'Tea',
      brand: null,
      category_path: null,
      country_of_origin: null,
      quality_score: 0.731,
      brand_id: null,
      category_id: null,
      updated_at: 1_769_850_900_123,
    });
  });

  it('shows a GTIN as it is printed', () => {
    const gtinOf = (primaryGtin14: string) =>
      buildDocument({ productId: ID, ...facts('Tea', { primaryGtin14 }) }).gtin;
    expect(gtinOf('00000096385074')).toBe('96385074');
    expect(gtinOf('00036000291452')).toBe('036000291452');
    expect(gtinOf('15400141288763')).toBe('15400141288763');
  });
});

describe('a batch', () => {
  const inUse = (n: number, name = `Product ${n}`): DirtyProduct => ({
    productId: `id-${n}`,
    version: n,
    inUse: true,
    ...facts(name),
  });

  it('has a document for each product in use, a deletion for each other one', () => {
    const { marks, documents, documentCount, deletions } = buildBatch(
      [inUse(1, 'Red tea'), { productId: 'id-2', version: 2, inUse: false }, inUse(3, 'Green tea')],
      1_000_000,
      JSON.stringify,
    );
    const lines = documents.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['id-1', 'id-3']);
    expect(documentCount).toBe(2);
    expect(deletions).toEqual(['id-2']);
    expect(marks).toEqual([
      { productId: 'id-1', version: 1 },
      { productId: 'id-2', version: 2 },
      { productId: 'id-3', version: 3 },
    ]);
  });

  it('ends where its documents would be too large, in bytes, but is never empty', () => {
    const products = [1, 2, 3, 4].map((n) => inUse(n, 'é'.repeat(300)));
    const one = Buffer.byteLength(buildBatch(products.slice(0, 1), 1, JSON.stringify).documents);
    expect(one).toBeGreaterThan(600);
    expect(buildBatch(products, 2 * one, JSON.stringify).marks).toHaveLength(2);
    expect(buildBatch(products, 2 * one - 1, JSON.stringify).marks).toHaveLength(1);
    expect(buildBatch(products, 1, JSON.stringify).marks).toHaveLength(1);
  });
});
