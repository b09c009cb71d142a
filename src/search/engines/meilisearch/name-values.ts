import { foldText, wordsOf } from '../../../platform/text/fold-text.ts';

/** Replaces a blank, because Meilisearch trims filter values. */
const BLANK = '^';

/** Returns the trigrams of a folded word as filter values: as in pg_trgm, with two blanks before and one after. */
export function trigramsOfWord(word: string): string[] {
  return gramsOf(`${BLANK}${BLANK}${word}${BLANK}`, 3);
}

/** Returns runs of four letters of a folded word, with a blank before and after. A run equals two neighbouring trigrams. */
export function tetragramsOfWord(word: string): string[] {
  return gramsOf(`${BLANK}${word}${BLANK}`, 4);
}

/** Folding leaves no letter that takes two characters of a string. */
function gramsOf(padded: string, length: number): string[] {
  const grams: string[] = [];
  for (let at = 0; at + length <= padded.length; at++) grams.push(padded.slice(at, at + length));
  return grams;
}

/** Returns the values of a name that the filters of a search use. */
export function nameValues(name: string): { trigrams: string[]; tetragrams: string[] } {
  const words = wordsOf(foldText(name));
  return {
    trigrams: [...new Set(words.flatMap(trigramsOfWord))],
    tetragrams: [...new Set(words.flatMap(tetragramsOfWord))],
  };
}
