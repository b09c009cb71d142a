/**
 * pg_trgm's `word_similarity`, ported from its definition (contrib/pg_trgm/trgm_op.c): the greatest similarity between
 * the query's set of trigrams and any continuous extent of the text's trigrams in order. Both texts must be folded
 * (`foldText`): then this and Postgres see the same letters and give the same number.
 */
import { wordsOf } from './fold-text.ts';

/** A query's trigrams, prepared once for many texts. */
export interface QueryTrigrams {
  ids: Map<number, number>;
  count: number;
}

/** The trigrams of a folded text in order, each as a number; a word is padded with two blanks before and one after. */
export function trigramsOf(folded: string): number[] {
  return trigramsOfAscii(folded) ?? trigramsOfWords(folded);
}

const BLANK = 32;
const IS_LETTER = Array.from({ length: 128 }, (_, code) => /[a-z0-9]/i.test(String.fromCodePoint(code)));

/** Most names are plain ASCII, for which no words need to be cut out; undefined for one that is not. */
function trigramsOfAscii(text: string): number[] | undefined {
  const trigrams: number[] = [];
  let before = BLANK;
  let last = BLANK;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return undefined;
    if (IS_LETTER[code]) {
      trigrams.push((before * 65_536 + last) * 65_536 + code);
      before = last;
      last = code;
    } else if (last !== BLANK) {
      trigrams.push((before * 65_536 + last) * 65_536 + BLANK);
      before = BLANK;
      last = BLANK;
    }
  }
  if (last !== BLANK) trigrams.push((before * 65_536 + last) * 65_536 + BLANK);
  return trigrams;
}

function trigramsOfWords(folded: string): number[] {
  const trigrams: number[] = [];
  for (const word of wordsOf(folded)) {
    let before = BLANK;
    let last = BLANK;
    for (const character of word) {
      const code = codeOf(character);
      trigrams.push((before * 65_536 + last) * 65_536 + code);
      before = last;
      last = code;
    }
    trigrams.push((before * 65_536 + last) * 65_536 + BLANK);
  }
  return trigrams;
}

/** Letters beyond the basic plane are rare and folded into it, so that three fit exactly into one number. */
function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? BLANK;
  return code < 65_536 ? code : (code & 0xffff) ^ 0xa5a5;
}

export function queryTrigrams(folded: string): QueryTrigrams {
  const ids = new Map<number, number>();
  for (const trigram of trigramsOf(folded)) if (!ids.has(trigram)) ids.set(trigram, ids.size);
  return { ids, count: ids.size };
}

/** Similarity, 0 to 1, of the query to the best extent of a folded text: a 4-byte float, as Postgres returns it. */
export function wordSimilarity(query: QueryTrigrams, folded: string): number {
  return trigramSimilarity(query, trigramsOf(folded));
}

/** The same for a run of trigrams that is not a whole text. */
export function trigramSimilarity(query: QueryTrigrams, trigrams: number[]): number {
  if (query.count === 0) return 0;
  return greatestSimilarity(query.count, identify(query, trigrams), trigrams.length);
}

/** Filled anew for each text: thousands of texts are compared in a search, and none at the same time. */
let identities = new Int32Array(1_024);
let lastPosition = new Int32Array(2_048);

/** The text's trigrams as small numbers: below `query.count` those of the query, above it the others, each its own. */
function identify(query: QueryTrigrams, trigrams: number[]): Int32Array {
  if (trigrams.length > identities.length) identities = new Int32Array(trigrams.length * 2);
  const places = trigrams.length > SHORT_TEXT ? new Map<number, number>() : undefined;
  for (let i = 0; i < trigrams.length; i++) {
    const trigram = trigrams[i] as number;
    const id = query.ids.get(trigram);
    // Of the others only whether they are the same matters: the first place of each names it.
    identities[i] = id ?? query.count + (places ? placeIn(places, trigram, i) : trigrams.indexOf(trigram));
  }
  return identities;
}

/** Up to here looking through the text is faster than a map. */
const SHORT_TEXT = 64;

function placeIn(places: Map<number, number>, trigram: number, place: number): number {
  const first = places.get(trigram);
  if (first === undefined) places.set(trigram, place);
  return first ?? place;
}

/** `iterate_word_similarity` of trgm_op.c for plain word similarity. */
function greatestSimilarity(wanted: number, text: Int32Array, length: number): number {
  if (wanted + length > lastPosition.length) lastPosition = new Int32Array((wanted + length) * 2);
  lastPosition.fill(-1, 0, wanted + length);
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
    if (best > greatest) greatest = best;
    for (let passed = previousLower; passed < lower; passed++) {
      const passedId = text[passed] as number;
      if (lastPosition[passedId] === passed) lastPosition[passedId] = -1;
    }
  }
  return Math.fround(greatest);
}
