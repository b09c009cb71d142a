/**
 * pg_trgm's `word_similarity`, ported from its definition (contrib/pg_trgm/trgm_op.c): the greatest similarity between
 * the query's set of trigrams and any continuous extent of the text's trigrams in order. Both texts must be folded
 * (`foldText`): then this and Postgres see the same letters and give the same number.
 */
import { wordsOf } from '../../platform/text/fold-text.ts';

/** A query's trigrams, prepared once for many texts. */
export interface QueryTrigrams {
  ids: Map<number, number>;
  count: number;
}

/**
 * Returns the trigrams of a folded text in order, each as a number; a word is padded with two blanks before and one after.
 * Trigrams of a–z and 0–9 are numbers below `PLAIN`, so that they can index tables.
 */
export function trigramsOf(folded: string): number[] {
  return trigramsOfAscii(folded) ?? trigramsOfWords(folded);
}

const BLANK = 0;
/** The characters of plain trigrams: a blank, digits and letters. */
const TRIGRAM_SYMBOLS = '^0123456789abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = TRIGRAM_SYMBOLS.length;
const PLAIN = SYMBOLS ** 3;
/** 1 to 36 for the characters of words; all others separate words. */
const SYMBOL = Int8Array.from({ length: 128 }, (_, code) =>
  Math.max(BLANK, TRIGRAM_SYMBOLS.indexOf(String.fromCodePoint(code).toLowerCase())),
);

function numberOf(first: number, second: number, third: number): number {
  return first < SYMBOLS && second < SYMBOLS && third < SYMBOLS
    ? (first * SYMBOLS + second) * SYMBOLS + third
    : PLAIN + (first * 65_536 + second) * 65_536 + third;
}

/** A fast path, because most names are ASCII: no words are cut out. Returns undefined for a text that is not ASCII. */
function trigramsOfAscii(text: string): number[] | undefined {
  const trigrams: number[] = [];
  let before = BLANK;
  let last = BLANK;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return undefined;
    const symbol = SYMBOL[code] as number;
    if (symbol !== BLANK || last !== BLANK) trigrams.push((before * SYMBOLS + last) * SYMBOLS + symbol);
    before = symbol === BLANK ? BLANK : last;
    last = symbol;
  }
  if (last !== BLANK) trigrams.push((before * SYMBOLS + last) * SYMBOLS);
  return trigrams;
}

function trigramsOfWords(folded: string): number[] {
  const trigrams: number[] = [];
  for (const word of wordsOf(folded)) {
    let before = BLANK;
    let last = BLANK;
    for (const character of word) {
      const code = codeOf(character);
      trigrams.push(numberOf(before, last, code));
      before = last;
      last = code;
    }
    trigrams.push(numberOf(before, last, BLANK));
  }
  return trigrams;
}

/** Returns a number for a character. Rare letters beyond the basic plane are mapped into it, so that three fit into a number. */
function codeOf(character: string): number {
  const code = character.codePointAt(0) as number;
  if (code < 128) return SYMBOL[code] as number;
  return code < 65_536 ? code : 128 + (((code & 0xffff) ^ 0xa5a5) % (65_536 - 128));
}

export function queryTrigrams(folded: string): QueryTrigrams {
  const ids = new Map<number, number>();
  const trigrams = trigramsOf(folded);
  for (const trigram of trigrams) if (!ids.has(trigram)) ids.set(trigram, ids.size);
  return { ids, count: ids.size };
}

/** Returns the similarity (0 to 1) of the query to the best extent of a folded text: a 4-byte float, as in Postgres. */
export function wordSimilarity(query: QueryTrigrams, folded: string, extent?: TrigramExtent): number {
  if (query.count === 0) return 0;
  const trigrams = trigramsOf(folded);
  if (trigrams.length > identities.length) identities = new Int32Array(trigrams.length * 2);
  if (tabled !== query) putIntoTable(query);
  round = (round + 1) >>> 0;
  identify(query, trigrams);
  return greatestSimilarity(query.count, identities, trigrams.length, extent);
}

/** The positions of an extent’s first and last trigram. Written only where the similarity is above 0. */
interface TrigramExtent {
  first: number;
  last: number;
}

/** Reused for each text: a search compares thousands of texts, one at a time. */
let identities = new Int32Array(1_024);
let lastPosition = new Int32Array(2_048);
/** The number of each plain trigram in the last used query, or -1. */
const numberInQuery = new Int16Array(PLAIN).fill(-1);
let tabled: QueryTrigrams | undefined;
/** The first position of each plain trigram, valid for the text that wrote it. */
const firstPlace = new Int32Array(PLAIN);
const roundOfPlace = new Uint32Array(PLAIN);
let round = 0;

/** Turns the text’s trigrams into small numbers: below `query.count` for the query’s trigrams, higher for each other one. */
function identify(query: QueryTrigrams, trigrams: number[]): void {
  for (let i = 0; i < trigrams.length; i++) {
    const trigram = trigrams[i] as number;
    const id = trigram < PLAIN ? (numberInQuery[trigram] as number) : (query.ids.get(trigram) ?? -1);
    if (id >= 0) {
      identities[i] = id;
      continue;
    }
    // Other trigrams only need distinct numbers: the first position serves as one.
    let place = i;
    if (trigram >= PLAIN) place = trigrams.indexOf(trigram);
    else if (roundOfPlace[trigram] === round) place = firstPlace[trigram] as number;
    else {
      roundOfPlace[trigram] = round;
      firstPlace[trigram] = i;
    }
    identities[i] = query.count + place;
  }
}

function putIntoTable(query: QueryTrigrams): void {
  for (const trigram of tabled?.ids.keys() ?? []) if (trigram < PLAIN) numberInQuery[trigram] = -1;
  for (const [trigram, id] of query.ids) if (trigram < PLAIN) numberInQuery[trigram] = id;
  tabled = query;
}

/**
 * `iterate_word_similarity` of trgm_op.c for plain word similarity. The text’s trigrams are small numbers; those below
 * `wanted` are the query’s. Writes the most similar extent into `extent`, the first of equal ones.
 */
function greatestSimilarity(
  wanted: number,
  text: Int32Array,
  length: number,
  extent?: TrigramExtent,
): number {
  if (wanted + length > lastPosition.length) lastPosition = new Int32Array((wanted + length) * 2);
  // Most runs are as short as a word: a call would cost more than the loop.
  for (let i = 0; i < wanted + length; i++) lastPosition[i] = -1;
  let lower = -1;
  let unique = 0;
  let common = 0;
  let greatest = 0;
  for (let upper = 0; upper < length; upper++) {
    const id = text[upper] as number;
    const isWanted = id < wanted;
    if (lower >= 0 || isWanted) {
      if ((lastPosition[id] as number) < 0) {
        unique++;
        if (isWanted) common++;
      }
      lastPosition[id] = upper;
    }
    if (!isWanted) continue;
    if (lower === -1) {
      lower = upper;
      unique = 1;
    }
    let best = common / (wanted + unique - common);
    // Try to move the lower bound up, trigram by trigram, for a greater similarity.
    const previousLower = lower;
    let triedCommon = common;
    let triedUnique = unique;
    for (let tried = lower; tried <= upper; tried++) {
      const similarity = triedCommon / (wanted + triedUnique - triedCommon);
      if (similarity > best) {
        best = similarity;
        unique = triedUnique;
        lower = tried;
        common = triedCommon;
      }
      const triedId = text[tried] as number;
      if (lastPosition[triedId] === tried) {
        triedUnique--;
        if (triedId < wanted) triedCommon--;
      }
    }
    if (best > greatest) {
      greatest = best;
      if (extent) [extent.first, extent.last] = [lower, upper];
    }
    for (let passed = previousLower; passed < lower; passed++) {
      const passedId = text[passed] as number;
      if (lastPosition[passedId] === passed) lastPosition[passedId] = -1;
    }
  }
  return Math.fround(greatest);
}
