/** Seeded queries of every kind people type, made from the names of a catalogue. */
import { foldText } from '../../../src/platform/text/fold-text.ts';

export interface CatalogueSample {
  names: string[];
  gtins: string[];
}

export interface SampleQuery {
  kind: QueryKind;
  q: string;
}

/** A pseudo-random generator that gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = () => number;
type Make = (sample: CatalogueSample, random: Random) => string | undefined;

export const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];
export const wordsOfName = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];
const longWords = (name: string, least: number): string[] =>
  wordsOfName(name).filter((word) => word.length >= least);

/** `count` neighbouring words of a name that has so many. */
function neighbours(sample: CatalogueSample, random: Random, count: number): string[] | undefined {
  const words = wordsOfName(pick(sample.names, random) ?? '');
  if (words.length < count) return undefined;
  const start = Math.floor(random() * (words.length - count + 1));
  return words.slice(start, start + count);
}

/** One letter substituted, deleted, inserted, or swapped with the next. */
export function withTypo(word: string, random: Random): string {
  const at = Math.floor(random() * (word.length - 1));
  const letter = String.fromCodePoint(97 + Math.floor(random() * 26));
  const edits = [
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ];
  return pick(edits, random) ?? word;
}

const KINDS = {
  'one word': (sample, random) => pick(longWords(pick(sample.names, random) ?? '', 3), random),
  'two words': (sample, random) => neighbours(sample, random, 2)?.join(' '),
  'full name': (sample, random) => pick(sample.names, random)?.slice(0, 60),
  'one typo': (sample, random) => {
    const word = pick(longWords(pick(sample.names, random) ?? '', 5), random);
    return word && withTypo(foldText(word), random);
  },
  'typo in three words': (sample, random) => {
    const words = neighbours(sample, random, 3);
    if (!words) return undefined;
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length < 5) return undefined;
    return words.map((word) => (word === longest ? withTypo(foldText(word), random) : word)).join(' ');
  },
  'inside a word': (sample, random) => {
    const word = pick(longWords(pick(sample.names, random) ?? '', 7), random);
    if (!word) return undefined;
    const length = 4 + Math.floor(random() * 2);
    const start = 1 + Math.floor(random() * (word.length - length - 1));
    return word.slice(start, start + length);
  },
  prefix: (sample, random) => {
    const word = pick(longWords(pick(sample.names, random) ?? '', 5), random);
    return word?.slice(0, 3 + Math.floor(random() * 3));
  },
  'whole barcode': (sample, random) => pick(sample.gtins, random),
  'part of a barcode': (sample, random) => {
    const gtin = pick(sample.gtins, random);
    const start = Math.floor(random() * 4);
    return gtin?.slice(start, start + 6);
  },
} satisfies Record<string, Make>;

export type QueryKind = keyof typeof KINDS;
export const QUERY_KINDS = Object.keys(KINDS) as QueryKind[];

/** One query of the kind, or undefined when the name that was drawn is unfit for it. */
export function makeQuery(kind: QueryKind, sample: CatalogueSample, random: Random): string | undefined {
  return KINDS[kind](sample, random)?.trim() || undefined;
}

/** `count` queries, the kinds in turn. */
export function makeQueries(sample: CatalogueSample, count: number, seed: number): SampleQuery[] {
  const random = createRandom(seed);
  const queries: SampleQuery[] = [];
  // A name may be unfit for a kind (too short a word): draw again, but not for ever.
  for (let draw = 0; queries.length < count && draw < count * 100; draw++) {
    const kind = QUERY_KINDS[queries.length % QUERY_KINDS.length] as QueryKind;
    const q = makeQuery(kind, sample, random);
    if (q) queries.push({ kind, q });
  }
  return queries;
}
