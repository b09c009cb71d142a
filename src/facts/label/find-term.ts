import type { WordMeaning } from '../../data/ingredients/ingredient-words.ts';
import type { Token } from './label-tokens.ts';

interface FoundTerm {
  /** The position of the token after it. */
  end: number;
  meanings: readonly WordMeaning[];
}

/** Returns the longest term that starts with this token, or undefined. */
export function findLongestTerm(tokens: readonly Token[], at: number): FoundTerm | undefined {
  const token = tokens[at];
  if (token?.type !== 'word') return undefined;
  const isForm = (place: number, word: string) => {
    const other = tokens[place];
    return other?.type === 'word' && other.forms.includes(word);
  };
  // Most words of a list stand alone, but some start a hundred terms of several words.
  const hasNext = tokens[at + 1]?.type === 'word';
  const term = token.terms.find(
    ({ words }) =>
      words.length === 1 ||
      (hasNext && words.every((word, place) => place === 0 || isForm(at + place, word))),
  );
  return term && { end: at + term.words.length, meanings: term.meanings };
}
