import type { Languages, Term, WordMeaning } from '../../data/ingredients/ingredient-words.ts';
import type { Token } from './label-tokens.ts';
import type { TextLanguages } from './text-languages.ts';

export interface FoundTerm {
  /** The position of the token after it. */
  end: number;
  meanings: readonly WordMeaning[];
  /** Whether it is of a language of the text, or names an allergen in another one. */
  isUnderstood: boolean;
}

/** Returns the longest term that starts with this token, one of the text's languages before others; or undefined. */
export function findLongestTerm(
  tokens: readonly Token[],
  at: number,
  languages: TextLanguages,
): FoundTerm | undefined {
  const token = tokens[at];
  if (token?.type !== 'word') return undefined;
  const isForm = (place: number, word: string) => {
    const other = tokens[place];
    return other?.type === 'word' && other.forms.includes(word);
  };
  // Most words of a list stand alone, but some start a hundred terms of several words.
  const hasNext = tokens[at + 1]?.type === 'word';
  let found: Term | undefined;
  for (const term of token.terms) {
    const { words } = term;
    if (found && words.length < found.words.length) break;
    const isHere =
      words.length === 1 ||
      (hasNext && words.every((word, place) => place === 0 || isForm(at + place, word)));
    if (!isHere) continue;
    // An English `not` is not what Dutch `noten` says: a name of an allergen as it is written comes first.
    const isHidden = words[0] !== token.word && found !== undefined && namesAllergen(found);
    if (isOf(term.languages, languages) && !isHidden) {
      found = term;
      break;
    }
    // Plurals are formed otherwise in other languages: French `soin` is no plural of Polish `soi`.
    if (words[0] === token.word || term.languages & (languages.spoken | languages.beside)) found ??= term;
  }
  if (!found) return undefined;
  const meanings = listMeanings(found, languages);
  const isUnderstood = isOf(found.languages, languages) || meanings.some(({ contains }) => contains);
  return { end: at + found.words.length, meanings, isUnderstood };
}

/** Returns what a term says in the languages of a text; what it says in any other one only if it is of none of them. */
export function listMeanings(term: Term, { spoken, beside }: TextLanguages): WordMeaning[] {
  const own = term.meanings.filter(({ languages }) => languages & (spoken | beside));
  return (own.length > 0 ? own : term.meanings).map(({ says }) => says);
}

const namesAllergen = ({ meanings }: Term): boolean => meanings.some(({ says }) => says.contains);

const isOf = (term: Languages, { spoken, beside }: TextLanguages): boolean =>
  (spoken !== 0 && (term & spoken) === spoken) || (term & beside) !== 0;
