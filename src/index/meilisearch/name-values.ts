import { foldText, wordsOf } from '../../text/fold-text.ts';

/** Stands for a blank: Meilisearch trims filter values. */
const BLANK = '^';

/** The trigrams of a folded word as pg_trgm has them, with two blanks before and one after, as filter values. */
export function trigramsOfWord(word: string): string[] {
  return gramsOf(`${BLANK}${BLANK}${word}${BLANK}`, 3);
}

/** Runs of four letters of a folded word, with a blank before and after: a run stands for two trigrams side by side. */
export function tetragramsOfWord(word: string): string[] {
  return gramsOf(`${BLANK}${word}${BLANK}`, 4);
}

function gramsOf(padded: string, length: number): string[] {
  const letters = Array.from(padded);
  return Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) =>
    letters.slice(at, at + length).join(''),
  );
}

/** What the index has of a name besides the name: the values that the filters of a search ask for. */
export function nameValues(name: string): { trigrams: string[]; tetragrams: string[] } {
  const words = wordsOf(foldText(name));
  return {
    trigrams: [...new Set(words.flatMap(trigramsOfWord))],
    tetragrams: [...new Set(words.flatMap(tetragramsOfWord))],
  };
}
