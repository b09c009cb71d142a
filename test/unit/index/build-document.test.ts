import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBatch } from '../../../indexer/drain/build-batch.ts';
import { buildDocument } from '../../../indexer/drain/build-document.ts';
import { foldText } from '../../../src/text/fold-text.ts';
import {
  codeTokens,
  codeTokensHolding,
  indexTokens,
  sampleParts,
  sampleToken,
  sampleTokens,
} from '../../../src/index/index-tokens.ts';
import type { IndexedProduct } from '../../../src/index/indexed-product-store.ts';
import type { DirtyProduct } from '../../../src/index/outbox-store.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const BRAND = '01890000-0000-7000-8000-0000000000b1';
const CATEGORY = '01890000-0000-7000-8000-0000000000c1';

const facts = (name: string, others: Partial<IndexedProduct> = {}): IndexedProduct => ({
  name,
  searchName: foldText(name),
  brandId: BRAND,
  brand: 'Kornblume',
  categoryId: CATEGORY,
  categoryPath: 'food/desserts',
  countryOfOrigin: 'France',
  qualityScore: 0.731,
  primaryGtin14: '04006381333931',
  gtins: ['04006381333931'],
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
      tokens: [...indexTokens('creme brulee'), ...codeTokens('04006381333931'), sampleToken(ID)],
    });
  });

  it('says null for what is not known, so that an older value does not stay', () => {
    const unknown = {
      brandId: null,
      brand: null,
      categoryId: null,
      categoryPath: null,
      countryOfOrigin: null,
      primaryGtin14: null,
      gtins: [],
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
      tokens: [...indexTokens('tea'), sampleToken(ID)],
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

describe('the tokens of a name', () => {
  it.each([
    ['', []],
    ['tea', ['tea', '^t', '^te', '^tea', 'tea$']],
    ['a', ['a', '^a', 'a$']],
    ['of of of', ['of', '^o', '^of', 'of$', 'of>of', 'of>o.']],
    [
      '7up zero_a',
      ['7up', 'zero', 'a', '^7', '^7u', '^7up', '^z', '^ze', '^zer', '^a', '7up$', 'ero$', 'a$'].concat([
        'up>ze',
        'up>z.',
        'ro>a',
        'ro>a.',
      ]),
    ],
  ])('%j: %j', (folded, tokens) => {
    expect(indexTokens(folded)).toEqual(tokens);
  });

  it('put each document into one of sixteen samples', () => {
    expect(sampleTokens(16)).toContain(sampleToken(ID));
    expect(new Set(sampleTokens(16)).size).toBe(16);
    expect(sampleTokens(2)).toEqual(['#0', '#1']);
  });

  it.each([1, 2, 3, 4, 16])('are divided among %d parts without one twice', (parts) => {
    expect(sampleParts(parts).flat().toSorted()).toEqual(sampleTokens(16));
    const sizes = sampleParts(parts).map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(2);
  });
});

describe('a batch', () => {
  const inUse = (n: number, name = `Product ${n}`): DirtyProduct => ({
    productId: `id-${n}`,
    version: n,
    inUse: true,
    ...facts(name),
  });

  it('has a document for each product in use, a deletion for each other one, and all their words once', () => {
    const { marks, documents, documentCount, deletions, words } = buildBatch(
      [inUse(1, 'Red tea'), { productId: 'id-2', version: 2, inUse: false }, inUse(3, 'Green tea')],
      1_000_000,
    );
    const lines = documents.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['id-1', 'id-3']);
    expect(documentCount).toBe(2);
    expect(deletions).toEqual(['id-2']);
    expect(words.toSorted()).toEqual(['green', 'red', 'tea']);
    expect(marks).toEqual([
      { productId: 'id-1', version: 1 },
      { productId: 'id-2', version: 2 },
      { productId: 'id-3', version: 3 },
    ]);
  });

  it('ends where its documents would be too large, in bytes, but is never empty', () => {
    const products = [1, 2, 3, 4].map((n) => inUse(n, 'é'.repeat(300)));
    const one = Buffer.byteLength(buildBatch(products.slice(0, 1), 1).documents);
    expect(one).toBeGreaterThan(600);
    expect(buildBatch(products, 2 * one).marks).toHaveLength(2);
    expect(buildBatch(products, 2 * one - 1).marks).toHaveLength(1);
    expect(buildBatch(products, 1).marks).toHaveLength(1);
  });
});

describe('the tokens of a barcode', () => {
  it('are all its threes of digits, and its last two', () => {
    expect(codeTokens('00000096385074')).toEqual(
      '=000 =000 =000 =000 =009 =096 =963 =638 =385 =850 =507 =074 =74$'.split(' '),
    );
  });

  it('are of all barcodes of a product, each once', () => {
    const gtins = ['00000096385074', '00000096385081'];
    const { tokens } = buildDocument({ productId: ID, ...facts('Tea', { gtins }) });
    expect(tokens.filter((token) => token === '=963')).toEqual(['=963']);
    expect(tokens).toEqual(expect.arrayContaining(['=74$', '=81$']));
  });

  it('find just the barcodes that hold one to three digits', () => {
    const gtin = fc.array(fc.nat(9), { minLength: 14, maxLength: 14 }).map((digits) => digits.join(''));
    const short = fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }).map((digits) => digits.join(''));
    fc.assert(
      fc.property(gtin, short, (code, digits) => {
        const wanted = new Set(codeTokensHolding(digits));
        expect(codeTokens(code).some((token) => wanted.has(token))).toBe(code.includes(digits));
      }),
    );
  });
});
