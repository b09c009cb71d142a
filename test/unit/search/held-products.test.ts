import { describe, expect, it } from 'vitest';
import { createRandom, pick, type Random } from '../../../bench/search/questions/query-kinds.ts';
import { createHeldProducts, type ToldProduct } from '../../../src/search/memory/held-products.ts';
import type { EngineFilters } from '../../../src/search/search-engine.ts';
import { SIMILARITY_THRESHOLD } from '../../../src/search/search-limits.ts';
import { rank } from '../../../src/search/similarity/rank-matches.ts';
import { queryTrigrams, wordSimilarity } from '../../../src/search/similarity/word-similarity.ts';
import { foldText, readCode } from '../../../src/text/fold-text.ts';

const WORDS = (
  'chocolat chocolate noir noire lait de la le a ab abc cola coca creme brulee brul sauce tomato tomate tom ' +
  'atom mato 1 12 123 500 50 0 x 김치 라면 김치라면 молоко'
).split(' ');
const BETWEEN = [' ', ' ', ' ', '-', ', ', "'", ' - ', '% ', '.'];

const CATEGORIES = [
  { categoryId: 'c1', categoryPath: 'food/drinks', kind: 'food' },
  { categoryId: 'c2', categoryPath: 'food', kind: 'food' },
  { categoryId: 'c3', categoryPath: 'home', kind: 'electronics' },
];

const NOTHING = new Set<string>();
const COUNT = 250;

function someName(random: Random, most: number): string {
  let name = pick(['', '', '', '(', '"'], random) ?? '';
  const words = 1 + Math.floor(random() * most);
  for (let i = 0; i < words; i++) name += `${i > 0 ? pick(BETWEEN, random) : ''}${pick(WORDS, random)}`;
  return foldText(name + (pick(['', '', '!', '%'], random) ?? ''));
}

/** A word with a letter more or less, or another one. */
function nearly(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const edits = [
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}o${text.slice(at)}`,
    text.slice(at),
    text.slice(0, at + 1),
    text,
    text.slice(at, at + 3),
  ];
  return foldText(pick(edits, random) ?? text);
}

/** Digits that stand next to each other in a barcode. */
function somePart(gtin: string, random: Random): string {
  const from = Math.floor(random() * 10);
  return gtin.slice(from, from + 4 + Math.floor(random() * 11));
}

function someProduct(random: Random, n: number): ToldProduct {
  const gtin = () => String(Math.floor(random() * 1e13)).padStart(14, '0');
  return {
    id: `0190a000-0000-7000-8000-${String(Math.floor(random() * 1e6)).padStart(6, '0')}${String(n).padStart(6, '0')}`,
    searchName: someName(random, 5),
    quality: Math.floor(random() * 20) * 50,
    brandId: pick(['', 'b1', 'b2'], random) ?? '',
    ...(pick(CATEGORIES, random) as (typeof CATEGORIES)[number]),
    country: pick(['', 'France', 'Spain'], random) ?? '',
    nutriScore: pick(['', 'a', 'b'], random) ?? '',
    labels: pick(['', '[]', '["organic"]', '["vegan", "organic"]'], random) ?? '',
    countriesSold: pick(['', '["France"]', '["Spain", "France"]'], random) ?? '',
    allergens:
      pick(['[]', '["known"]', '["milk", "known"]', '["nuts", "milk"]', '["nuts", "known"]'], random) ?? '',
    gtins: Array.from({ length: Math.floor(random() * 3) }, gtin),
  };
}

const holdsOne = (json: string, wanted: string[]): boolean =>
  json !== '' && (JSON.parse(json) as string[]).some((item) => wanted.includes(item));

/** The contract, product by product. */
function look(products: ToldProduct[], text: string, digits: string | undefined, filters: EngineFilters) {
  const query = queryTrigrams(text);
  const matches = products.flatMap((product) => {
    const { searchName, gtins, brandId, categoryId, country } = product;
    if (filters.brandIds && !filters.brandIds.includes(brandId)) return [];
    if (filters.categoryIds && !filters.categoryIds.includes(categoryId)) return [];
    if (filters.countries && !filters.countries.includes(country)) return [];
    const { nutriScores, labels, countriesSold, withoutAllergens } = filters;
    if (nutriScores && !nutriScores.includes(product.nutriScore)) return [];
    if (labels && !holdsOne(product.labels, labels)) return [];
    if (countriesSold && !holdsOne(product.countriesSold, countriesSold)) return [];
    if (withoutAllergens && !holdsOne(product.allergens, ['known'])) return [];
    if (withoutAllergens && holdsOne(product.allergens, withoutAllergens)) return [];
    const score = wordSimilarity(query, searchName);
    const isMatch =
      score >= SIMILARITY_THRESHOLD ||
      searchName.includes(text) ||
      (digits !== undefined && gtins.some((gtin) => gtin.includes(digits)));
    return isMatch ? [{ ...product, rank: rank(score, product.quality / 1_000) }] : [];
  });
  return matches.sort((a, b) => b.rank - a.rank || b.quality - a.quality || (a.id < b.id ? -1 : 1));
}

const FILTERS: EngineFilters[] = [
  {},
  {},
  { brandIds: ['b2'] },
  { categoryIds: ['c1', 'c3'], countries: ['France'] },
  { brandIds: [] },
  { brandIds: ['nobody’s'] },
  { nutriScores: ['a'], labels: ['vegan', 'fair'] },
  { labels: ['organic'], countriesSold: ['Spain'] },
  { withoutAllergens: ['milk'] },
  { withoutAllergens: ['milk', 'fish'], countriesSold: ['France', 'Italy'] },
  { withoutAllergens: [] },
  { labels: [] },
];

describe.each([1, 2])('what a process holds of a catalogue (%i)', (seed) => {
  const random = createRandom(seed);
  const held = createHeldProducts();
  let products = Array.from({ length: COUNT }, (_, n) => someProduct(random, n));
  for (const product of products) held.put(product);

  const checkAll = (): void => {
    const texts = [
      ...WORDS,
      ...Array.from({ length: 80 }, () => someName(random, 3)),
      '12 500',
      '5 000',
      '50-123',
      ...Array.from({ length: 40 }, () =>
        somePart(pick(pick(products, random)?.gtins ?? [], random) ?? '00000000000000', random),
      ),
      ...Array.from({ length: 80 }, () => nearly(pick(products, random)?.searchName ?? '', random)),
    ].filter((text) => /[\p{L}\p{N}]/u.test(text));
    for (const text of texts) {
      const { digits } = readCode(text);
      const filters = pick(FILTERS, random) ?? {};
      const expected = look(products, text, digits, filters);
      const ids = expected.map(({ id }) => id);
      const what = `${text} ${JSON.stringify(filters)}`;
      for (const offset of [0, 7]) {
        expect(held.find({ text, digits, filters, offset, limit: 7 }, NOTHING), what).toMatchObject({
          ids: ids.slice(offset, offset + 7),
          total: ids.length,
          isWhole: true,
        });
      }
    }
  };

  it('gives the page and the total of the contract for texts of all kinds', checkAll);

  it('does so when products have come, gone, and changed their names', () => {
    products = products.flatMap((product, n) => {
      if (n % 5 === 0) {
        held.remove(product.id);
        return [];
      }
      if (n % 5 > 2) return [product];
      const changed = { ...someProduct(random, n), id: product.id };
      held.put(changed);
      return [changed];
    });
    const further = Array.from({ length: 50 }, (_, n) => someProduct(random, COUNT + n));
    for (const product of further) held.put(product);
    products.push(...further);
    held.remove('0190a000-0000-7000-8000-999999999999');
    checkAll();
  });

  it('lists all that filters let through, the best quality first, page by page', async () => {
    for (const filters of FILTERS) {
      const ids = look(products, '', undefined, filters).map(({ id }) => id);
      for (const offset of [0, 1, 7, 100, ids.length - 1, ids.length, 5_000].filter((at) => at >= 0)) {
        const list = (without: ReadonlySet<string>) =>
          held.listInTurns(AbortSignal.timeout(5_000), { filters, offset, limit: 9 }, without);
        const what = `${offset} ${JSON.stringify(filters)}`;
        expect(await list(NOTHING), what).toEqual({
          ids: ids.slice(offset, offset + 9),
          total: ids.length,
          isWhole: true,
        });
        const others = ids.slice(1);
        expect(await list(new Set(ids.slice(0, 1))), what).toEqual({
          ids: others.slice(offset, offset + 9),
          total: others.length,
          isWhole: true,
        });
      }
    }
  });

  it('leaves out what it is told to', () => {
    const [first, second, ...rest] = look(products, 'chocolat', undefined, {}).map(({ id }) => id);
    expect(first).toBeDefined();
    const without = new Set([first as string, 'ffffffff-0000-7000-8000-000000000000']);
    const query = { text: 'chocolat', digits: undefined, filters: {}, offset: 0, limit: 2 };
    expect(held.find(query, without)).toMatchObject({ ids: [second, rest[0]], total: rest.length + 1 });
  });
});

it('a catalogue of nothing has nothing', () => {
  const query = { text: 'chocolat', digits: undefined, filters: {}, offset: 0, limit: 20 };
  expect(createHeldProducts().find(query, NOTHING)).toMatchObject({ ids: [], total: 0 });
});

it('products of one rank come by id, however many they are', () => {
  const held = createHeldProducts();
  const random = createRandom(9);
  const ids = Array.from({ length: 900 }, (_, n) => someProduct(random, n).id);
  for (const id of ids) held.put({ ...someProduct(random, 0), id, searchName: 'oat milk', quality: 500 });
  const query = { text: 'oat milk', digits: undefined, filters: {} };
  const expected = ids.toSorted();
  for (const offset of [0, 20, 480, 890]) {
    expect(held.find({ ...query, offset, limit: 20 }, NOTHING)).toMatchObject({
      ids: expected.slice(offset, offset + 20),
      total: 900,
    });
  }
});
