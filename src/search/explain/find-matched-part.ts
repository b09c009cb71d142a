import { wordSimilarity, type QueryTrigrams } from '../similarity/word-similarity.ts';

/** Start and end in UTF-16 units, the end not included. */
export type Span = [start: number, end: number];

/**
 * Returns the part of a folded name that has the greatest word similarity to a folded text, in whole letters. If they share
 * no trigram, returns the first occurrence of the text, or undefined if the name does not match. `query`: of the text.
 */
export function findMatchedPart(text: string, folded: string, query: QueryTrigrams): Span | undefined {
  const extent = { first: 0, last: 0 };
  if (wordSimilarity(query, folded, extent) > 0) return spanOf(folded, extent.first, extent.last);
  const start = text === '' ? -1 : folded.indexOf(text);
  return start < 0 ? undefined : [start, start + text.length];
}

/**
 * Returns the letters that the trigrams from `first` to `last` cover. A word of `n` letters has `n + 1` trigrams, and the
 * `i`th ends with its `i`th letter.
 */
function spanOf(folded: string, first: number, last: number): Span {
  let before = 0;
  let start = 0;
  let end = folded.length;
  for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = Array.from(match[0]);
    const offsetOf = (letter: number) => match.index + letters.slice(0, letter).join('').length;
    const after = before + letters.length + 1;
    if (first >= before && first < after) start = offsetOf(Math.max(0, first - before - 2));
    if (last >= before && last < after) end = offsetOf(Math.min(letters.length, last - before + 1));
    before = after;
  }
  return [start, end];
}
