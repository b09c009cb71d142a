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
  const trigrams: number[] = [];
  for (const word of wordsOf(folded)) {
    let before = 32;
    let last = 32;
    for (const character of word) {
      const code = codeOf(character);
      trigrams.push((before * 65_536 + last) * 65_536 + code);
      before = last;
      last = code;
    }
    trigrams.push((before * 65_536 + last) * 65_536 + 32);
  }
  return trigrams;
}

/** Letters beyond the basic plane are rare and folded into it, so that three fit exactly into one number. */
function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? 32;
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
  return query.count === 0 ? 0 : greatestSimilarity(query, identify(query, trigrams));
}

/** The text's trigrams as small numbers: below `query.count` those of the query, above it the others, each its own. */
function identify(query: QueryTrigrams, trigrams: number[]): Int32Array {
  const result = new Int32Array(trigrams.length);
  let others: Map<number, number> | undefined;
  for (let i = 0; i < trigrams.length; i++) {
    const trigram = trigrams[i] as number;
    let id = query.ids.get(trigram);
    if (id === undefined) {
      others ??= new Map();
      id = others.get(trigram);
      if (id === undefined) {
        id = query.count + others.size;
        others.set(trigram, id);
      }
    }
    result[i] = id;
  }
  return result;
}

/** `iterate_word_similarity` of trgm_op.c for plain word similarity. */
function greatestSimilarity(query: QueryTrigrams, text: Int32Array): number {
  const wanted = query.count;
  const lastPosition = new Int32Array(wanted + text.length).fill(-1);
  let lower = -1;
  let unique = 0;
  let common = 0;
  let greatest = 0;
  for (let upper = 0; upper < text.length; upper++) {
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
