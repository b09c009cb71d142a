import { LANGUAGES_END, type Languages } from '../../data/ingredients/ingredient-words.ts';
import type { Token } from './label-tokens.ts';

/** The languages of a text. */
export interface TextLanguages {
  /** The language that knows most of its words; several where they know equally many, so that it may be in any of them. */
  spoken: Languages;
  /** Others that parts of it are in. */
  beside: Languages;
}

/** Fewer words may be of a language by chance. */
const FEWEST_WORDS = 3;
const SMALLEST_SHARE = 1 / 6;

/** Recognizes the languages of a text by all its words. */
export function recognizeLanguages(tokens: readonly Token[]): TextLanguages {
  const words = tokens.flatMap((token) => (token.type === 'word' ? [token.languages] : []));
  const { best: spoken } = findMostKnown(words);
  let beside: Languages = 0;
  let others = words.filter((languages) => (languages & spoken) !== spoken);
  const fewest = Math.max(FEWEST_WORDS, words.length * SMALLEST_SHARE);
  for (;;) {
    const { best, count } = findMostKnown(others);
    if (count < fewest) return { spoken, beside };
    beside |= best;
    others = others.filter((languages) => (languages & best) === 0);
  }
}

/** Returns the languages that know most of these words, and how many. */
function findMostKnown(words: readonly Languages[]): { best: Languages; count: number } {
  let count = 0;
  let best: Languages = 0;
  for (let language = 1; language < LANGUAGES_END; language *= 2) {
    let known = 0;
    for (const languages of words) if (languages & language) known += 1;
    if (known > count) best = 0;
    if (known >= count && known > 0) best |= language;
    count = Math.max(count, known);
  }
  return { best, count };
}
