import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree, filterCategories, listAncestors } from '../../../console/categories/build-tree.ts';
import { buildCode } from '../../../console/categories/new-category.tsx';
import { listLastDays } from '../../../console/keys/daily-calls.tsx';
import { countOf, formatScore, formatShare } from '../../../console/parts/text/number-format.ts';
import { productSearch } from '../../../console/products/list/product-search.ts';
import { formatDuration, formatRelativeTime } from '../../../console/parts/text/time-format.ts';
import { describeValue } from '../../../console/parts/text/value-text.tsx';
import { describeNutriment } from '../../../console/parts/text/describe-nutriment.ts';
import { drawBarcode } from '../../../src/catalog/barcodes/draw-barcode.ts';
import { computeCheckDigit } from '../../../src/facts/values/gtin.ts';
import type { AdminCategory } from '../../../src/catalog/categories/category-contract.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('formats', () => {
  it.each([
    ['2026-03-10T11:59:58Z', 'just now'],
    ['2026-03-10T11:57:00Z', '3 min. ago'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2026-03-10T14:00:00Z', 'in 2 hr.'],
  ])('%s is %s', (value, text) => {
    expect(formatRelativeTime(value, NOW)).toBe(text);
  });

  it.each([
    [0.25, '250 ms'],
    [45, '45 s'],
    [600, '10 min'],
    [7_200, '2 h'],
    [400_000, '5 days'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('counts and shares are readable', () => {
    expect(countOf(1, 'product')).toBe('1 product');
    expect(countOf(12_345, 'category', 'categories')).toBe('12,345 categories');
    expect(formatShare(0.4251)).toBe('42.5%');
    expect(formatScore(0.6)).toBe('0.60');
  });

  it('any stored value is readable', () => {
    expect(describeValue({ fat_g: 1, tags: ['a', 'b'], ok: true, none: null })).toBe(
      'fat_g: 1\ntags: a, b\nok: yes\nnone: ',
    );
  });

  it('names of nutriments have their units', () => {
    expect(describeNutriment('saturated_fat_g')).toBe('Saturated fat (g)');
    expect(describeNutriment('vitamin_d_ug')).toBe('Vitamin D (µg)');
  });

  it('days without anything are there as well', () => {
    expect(listLastDays(3, new Date('2026-03-01T00:30:00Z'))).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('addresses are read with care', () => {
    const good = { q: 3_017_620_422_003, sort: 'name', public: true, page: '2', missing: 'brand' };
    expect(productSearch.parse(good)).toEqual({ ...good, q: '3017620422003', page: 2 });
    expect(productSearch.parse({ q: '', public: 'true', max_quality: 0.4 })).toEqual({
      public: true,
      max_quality: '0.4',
    });
    const bad = { q: { a: 1 }, sort: 'drop', public: 'yes', page: '-2', missing: ['brand'], drop: 1 };
    expect(productSearch.parse(bad)).toEqual({});
    for (const page of [1, 0, 1.5, 'x', null, [2, 3]]) expect(productSearch.parse({ page })).toEqual({});
  });

  it('a name becomes a code', () => {
    expect(buildCode('Crème brûlée & co')).toBe('creme-brulee-co');
  });
});

describe('the drawing of a barcode', () => {
  it('is that of GS1 for EAN-13', () => {
    // Left G/L pattern of the first digit 5 is LGGLLG; reference symbol of 5901234123457.
    expect(readModules(drawBarcode('5901234123457'))).toBe(
      '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
    );
  });

  it('of twelve digits is that of the same code with a zero before it', () => {
    const modules = readModules(drawBarcode('012345678905'));
    expect(modules).toHaveLength(95);
    expect(modules).toBe(readModules(drawBarcode('0012345678905')));
  });

  it('is EAN-8 for eight digits and ITF-14 for fourteen', () => {
    // Guards around and between two halves of four digits of seven modules.
    expect(readModules(drawBarcode('96385074'))).toMatch(/^101[01]{28}01010[01]{28}101$/);
    expect(readModules(drawBarcode('15400141288763'))).toMatch(/^1010[01]+11101$/);
  });

  it.each([
    ['ean8', 7],
    ['upca', 11],
    ['ean13', 12],
    ['itf14', 13],
  ] as const)('is that of another encoder for any %s', (bcid, digits) => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(`^\\d{${digits}}$`)), (body) => {
        const gtin = body + computeCheckDigit(body);
        expect(readModules(drawBarcode(gtin))).toBe(encodeModules(bcid, gtin));
      }),
    );
  });

  it('is none for what is no GTIN', () => {
    for (const code of ['5901234123458', '123456', '59012341234X7', ''])
      expect(drawBarcode(code)).toBeUndefined();
  });
});

describe('the tree of categories', () => {
  const category = (id: string, path: string, parentId: string | null): AdminCategory => ({
    id,
    path,
    code: path.split('/').at(-1) ?? '',
    name: id,
    names: {},
    synonyms: [],
    parent_id: parentId,
    level: path.split('/').length,
    archive_kind: 'food',
    own_archive_kind: null,
    product_count: 0,
    in_use_count: 0,
    created_at: '',
  });
  const categories = [
    category('Food', 'food', null),
    category('Drinks', 'food/drinks', 'Food'),
    category('Juices', 'food/drinks/juices', 'Drinks'),
    category('Snacks', 'food/snacks', 'Food'),
  ];

  it('has children below their parents', () => {
    const [root] = buildTree(categories);
    expect(root?.children?.map(({ value }) => value)).toEqual(['Drinks', 'Snacks']);
    expect(root?.children?.[0]?.children?.[0]?.value).toBe('Juices');
  });

  it('keeps what stands above a category that is looked for', () => {
    expect(filterCategories(categories, 'juic').map(({ id }) => id)).toEqual(['Food', 'Drinks', 'Juices']);
    expect(listAncestors(categories, 'Juices')).toEqual(['Food', 'Drinks']);
  });
});

/** The modules of a drawing from its first bar to its last, `1` for dark. */
function readModules(drawing = ''): string {
  const bars = [...drawing.matchAll(/M(\d+) \d+h(\d+)v35h-\d+z/g)].map(([, left, width]) => [
    Number(left),
    Number(width),
  ]);
  return bars
    .map(([left = 0, width = 0], at) => {
      const [next = left + width] = bars[at + 1] ?? [];
      return '1'.repeat(width) + '0'.repeat(next - left - width);
    })
    .join('');
}

/** The same as another encoder has it. */
function encodeModules(bcid: 'ean13' | 'ean8' | 'upca' | 'itf14', text: string): string {
  const [drawn] = bwipjs.raw({ bcid, text });
  if (!drawn || !('sbs' in drawn)) throw new Error(`nothing was drawn for ${text}`);
  // It draws the wide ones of an ITF-14 twice as wide as the others, we three times: GS1 allows both.
  const widths = drawn.sbs.map((width) => (bcid === 'itf14' && width > 1 ? 3 : width));
  return widths
    .map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(width))
    .join('')
    .replace(/0+$/, '');
}
