import { foldLetters } from '../../platform/text/fold-text.ts';
import additives from './additives.json' with { type: 'json' };
import allergenWords from './allergen-words.json' with { type: 'json' };
import animals from './animals.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import compounds from './compounds.json' with { type: 'json' };
import exceptions from './exceptions.json' with { type: 'json' };
import neighbours from './neighbours.json' with { type: 'json' };
import plain from './plain.json' with { type: 'json' };
import statements from './statements.json' with { type: 'json' };

/** `maybe`: an ingredient of this name may be of animals. `animal`: vegetarians eat it, vegans do not. */
export type AnimalOrigin = 'maybe-animal' | 'animal' | 'maybe-meat' | 'meat';

/** What a word in a list of ingredients says. A word with none of these fields is understood and hides nothing. */
export interface WordMeaning {
  /** Codes of allergens that it names, … */
  contains?: readonly string[];
  /** … which of the cereals or tree nuts, … */
  kind?: string;
  /** … and those that may hide behind it. */
  maybe?: readonly string[];
  /** Codes of ingredients that it names, or that may hide behind it. */
  has?: readonly string[];
  mayHave?: readonly string[];
  /** Codes of ingredients that a dish of this name may have. A product's name says only what dish it is. */
  dish?: readonly string[];
  diet?: AnimalOrigin;
  /** Nothing hides behind it where one of these words stands beside it, as `corn` beside `starch`. */
  unless?: ReadonlySet<string>;
  /** Ingredients that no market makes a label name may hide behind it: flavours, spices. */
  opaque?: boolean;
  /** Nothing hides behind it where it is a part of milk, or denied: `milk, 3.5 % fat`, `no fat`. */
  isPart?: boolean;
  /** It is no ingredient. */
  filler?: boolean;
  /** It stands between two ingredients: `and`. */
  links?: boolean;
  /** It denies the name right before or after it. */
  negates?: 'next' | 'previous';
}

export interface Term {
  /** Folded. */
  words: readonly string[];
  /** What it says, and in which languages. */
  meanings: { says: WordMeaning; languages: Languages }[];
  languages: Languages;
  /** It is of a language that joins words. */
  joins: boolean;
}

/** A set of languages: a bit for each. */
export type Languages = number;

/**
 * In the files: words by language, with commas between them; a name of several words is longer than each of them. A
 * word after a hyphen stands at the end of a compound.
 */
type WordGroup = Omit<WordMeaning, 'unless'> & {
  unless?: string;
  words: Readonly<Record<string, readonly string[] | undefined>>;
};

const GROUPS = [
  ...allergenWords,
  ...exceptions,
  ...compounds,
  ...animals,
  ...codes,
  ...additives,
  ...plain,
  ...statements,
] as WordGroup[];

const splitWords = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => foldLetters(line).split(',')).map((name) => name.trim());

const NEIGHBOURS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(neighbours).map(([name, lines]) => [name, new Set(splitWords(lines))]),
);

const JOINING = new Set(['de', 'nl', 'sv', 'da', 'no']);

/** Latin names and numbers of additives stand in texts of all languages. */
const INTERNATIONAL = new Set(['la', 'any']);
const LANGUAGES = [...new Set(GROUPS.flatMap(({ words }) => Object.keys(words)))].filter(
  (language) => !INTERNATIONAL.has(language),
);
/** The bit after the last language's. */
export const LANGUAGES_END: Languages = 1 << LANGUAGES.length;

/** All terms by their first word, the longest first: longest match wins, so that `coconut milk` is no milk. */
const TERMS = buildTerms();

function buildTerms(): ReadonlyMap<string, Term[]> {
  const byName = new Map<string, Term>();
  for (const { words, unless, ...rest } of GROUPS) {
    const beside = unless === undefined ? undefined : NEIGHBOURS.get(unless);
    const meaning: WordMeaning = beside ? { ...rest, unless: beside } : rest;
    for (const [language, lines = []] of Object.entries(words)) {
      const bit = INTERNATIONAL.has(language) ? LANGUAGES_END - 1 : 1 << LANGUAGES.indexOf(language);
      for (const name of splitWords(lines)) {
        const term = byName.get(name) ?? { words: name.split(' '), meanings: [], languages: 0, joins: false };
        byName.set(name, term);
        term.joins ||= JOINING.has(language);
        term.languages |= bit;
        // A name in several lists of a language says what each of them says.
        const known = term.meanings.find(({ says }) => says === meaning);
        if (known) known.languages |= bit;
        else term.meanings.push({ says: meaning, languages: bit });
      }
    }
  }
  const byFirst = new Map<string, Term[]>();
  for (const term of byName.values()) {
    const [first = ''] = term.words;
    byFirst.set(first, [...(byFirst.get(first) ?? []), term]);
  }
  for (const terms of byFirst.values()) terms.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** All words of terms, with the languages of those terms. */
const WORDS = new Map<string, Languages>();
for (const terms of TERMS.values())
  for (const { words, languages } of terms)
    for (const word of words) WORDS.set(word, (WORDS.get(word) ?? 0) | languages);

/** Letters of the longest word: nothing longer needs to be looked up. */
export const LONGEST_WORD = Math.max(...[...WORDS.keys()].map(({ length }) => length));

/** Returns the languages in whose terms the word stands, alone or among others. */
export function findLanguages(word: string): Languages {
  return WORDS.get(word) ?? 0;
}

/** Returns the terms that begin with this word, the longest first. */
export function findTerms(word: string): readonly Term[] {
  return TERMS.get(word) ?? [];
}

const SINGLE_WORDS: ReadonlyMap<string, Term> = new Map(
  [...TERMS].flatMap(([word, terms]) => {
    const term = terms.find(({ words }) => words.length === 1);
    return term ? [[word, term] as const] : [];
  }),
);

/** Returns the term that is this one word. */
export function findWord(word: string): Term | undefined {
  return SINGLE_WORDS.get(word);
}

/** The fewest letters of a known word inside another one: with fewer, nearly any text could be split into words. */
export const SHORTEST_PART = 4;
const STARTS = new Set([...SINGLE_WORDS.keys()].map((word) => word.slice(0, SHORTEST_PART)));

/** Returns whether a single word may begin at this place of a longer one. Most places need no look at each length. */
export function mayBegin(word: string, at: number): boolean {
  return STARTS.has(word.slice(at, at + SHORTEST_PART));
}

/** What plurals end in, and what the singular has instead. */
const PLURAL_ENDINGS = Object.entries({ s: '', x: '', n: '', e: '', es: '', en: '', ies: 'y' });
const SHORTEST_SINGULAR = 3;

/** The word, then its singular as English, the Romance languages, German and Dutch form their plurals. */
export function listForms(word: string): string[] {
  const forms = [word];
  for (const [ending, singular] of PLURAL_ENDINGS) {
    const length = word.length - ending.length;
    if (length + singular.length >= SHORTEST_SINGULAR && word.endsWith(ending))
      forms.push(word.slice(0, length) + singular);
  }
  return forms;
}
