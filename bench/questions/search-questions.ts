/** The rows of the search bench: seeded questions of every kind, made from products of the catalogue. Pure. */
import { foldText } from '../../src/platform/text/fold-text.ts';
import {
  addFilters,
  between,
  cut,
  drawProduct,
  FILTERS,
  LONGEST_QUERY,
  ofKind,
  withFilters,
  type Filter,
  type Make,
  type Parameters,
  type Sample,
} from './draw-question.ts';
import { createRandom, pick, QUERY_KINDS, wordsOfName } from '../../test/support/search/query-kinds.ts';

/** `text`: words of names; `filter`: the same with filters; `labels`: brand and words, in any order. */
export type RowGroup = 'text' | 'filter' | 'labels';

export interface QuestionRow {
  name: string;
  group: RowGroup;
  questions: Parameters[];
}

/** The code with zeros before it, or with the spaces or hyphens it is printed with. */
const barcodeAsTyped: Make = (sample, random) => {
  const gtin = drawProduct(sample, random)?.gtin;
  if (!gtin) return undefined;
  const groups = gtin.match(/.{1,5}/g) ?? [];
  return { q: pick([gtin.padStart(14, '0'), groups.join(' '), groups.join('-')], random) ?? gtin };
};

/** A word with accents, typed without them or in capitals. */
const withoutAccents: Make = (sample, random) => {
  const words = wordsOfName(drawProduct(sample, random)?.name ?? '');
  const word = pick(
    words.filter((candidate) => candidate.length >= 4 && /[^\x20-\x7e]/.test(candidate)),
    random,
  );
  return word ? { q: random() < 0.5 ? foldText(word) : word.toUpperCase() } : undefined;
};

const filterWithoutText: Make = (sample, random) => {
  const product = drawProduct(sample, random);
  const filter = pick(Object.keys(FILTERS) as Filter[], random) as Filter;
  return product && addFilters({}, product, [filter], random);
};

/** A brand and one or two words of a name in any order, the last one whole or half typed. */
const brandAndWords: Make = (sample, random) => {
  const product = drawProduct(sample, random);
  const words = wordsOfName(product?.name ?? '').slice(0, between(1, 2, random));
  if (!product?.brand || words.length === 0) return undefined;
  const parts = random() < 0.5 ? [product.brand, ...words] : [...words, product.brand];
  const q = parts.join(' ');
  return { q: cut(random() < 0.3 ? q.slice(0, -2) : q, LONGEST_QUERY), in: 'all' };
};

const FURTHER_ROWS: [name: string, group: RowGroup, make: Make][] = [
  ['barcode as typed', 'text', barcodeAsTyped],
  ['without accents', 'text', withoutAccents],
  ['with category', 'filter', withFilters('category')],
  ['with brand', 'filter', withFilters('brand')],
  ['with country', 'filter', withFilters('country')],
  ['with all three', 'filter', withFilters('category', 'brand', 'country')],
  ['filter, no text', 'filter', filterWithoutText],
  ['brand and words', 'labels', brandAndWords],
];

/**
 * `queryCount` questions in all for the nine kinds of query; each further row has as many as one of these. The same
 * sample, count and seed give the same questions.
 */
export function makeQuestions(sample: Sample, queryCount: number, seed: number): QuestionRow[] {
  const each = Math.max(1, Math.ceil(queryCount / QUERY_KINDS.length));
  const rows: [string, RowGroup, Make][] = [
    ...QUERY_KINDS.map((kind): [string, RowGroup, Make] => [kind, 'text', ofKind(kind)]),
    ...FURTHER_ROWS,
  ];
  return rows.map(([name, group, make], i) => {
    // A generator for each row, so that more draws in one leave the others as they were.
    const random = createRandom(seed * 1_000 + i);
    return { name, group, questions: drawQuestions(() => make(sample, random), each) };
  });
}

/** A product may be unfit for a row (no brand, a name too short): draw again, but not for ever. */
function drawQuestions(draw: () => Parameters | undefined, count: number): Parameters[] {
  const questions: Parameters[] = [];
  for (let draws = 0; questions.length < count && draws < count * 500; draws++) {
    const question = draw();
    if (question) questions.push(question);
  }
  return questions;
}

/** Questions of all kinds in turn. */
export function interleave(rows: readonly QuestionRow[]): Parameters[] {
  const longest = Math.max(0, ...rows.map(({ questions }) => questions.length));
  return Array.from({ length: longest }, (_, n) =>
    rows.flatMap(({ questions }) => questions.slice(n, n + 1)),
  ).flat();
}

export const searchPath = (parameters: Parameters): string =>
  `/api/v1/products/search?${new URLSearchParams({ size: '20', ...parameters }).toString()}`;
