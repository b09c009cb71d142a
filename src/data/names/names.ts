import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import { widerAdditive } from './additive-classes.ts';

/** The languages that codes have names in; the first where a caller wants none of them. */
export const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;
export type NameLanguage = (typeof NAME_LANGUAGES)[number];
/** English names of categories are in the database alone. */
export const TRANSLATED = ['de', 'fr', 'es', 'it', 'nl'] as const;
export type Translations = Partial<Record<(typeof TRANSLATED)[number], string>>;

export const NAMED_LISTS = ['allergens', 'labels', 'additives', 'nutriments'] as const;
export type NamedList = (typeof NAMED_LISTS)[number];
export type NamesByLanguage = Partial<Record<NameLanguage, string>>;
/** Names that operators gave, by list and code: they come before ours. */
export type GivenNames = Partial<Record<NamedList, Partial<Record<string, NamesByLanguage>>>>;
type Names = Record<NamedList | 'categories', Partial<Record<string, string>>>;

const NAMES: Record<NameLanguage, Names> = { de, en, es, fr, it, nl };

/** Returns the most wanted language that codes have names in. */
export function chooseNameLanguage(wanted: readonly string[]): NameLanguage {
  for (const code of wanted) {
    const found = NAME_LANGUAGES.find((language) => language === code);
    if (found) return found;
  }
  return NAME_LANGUAGES[0];
}

/** Returns the name of a code in the language, else in English, or undefined for a code without a name. */
export function nameCode(
  list: NamedList,
  code: string,
  language: NameLanguage,
  given: GivenNames,
): string | undefined {
  const ofOperators = given[list]?.[code];
  const inLanguage = (wanted: NameLanguage) => ofOperators?.[wanted] ?? read(list, code, wanted);
  return inLanguage(language) ?? inLanguage('en');
}

/** Returns the names of a code that the release brings, by language. */
export function releasedNames(list: NamedList, code: string): NamesByLanguage {
  const names = NAME_LANGUAGES.map((language) => [language, read(list, code, language)] as const);
  return Object.fromEntries(names.filter(([, name]) => name !== undefined));
}

/** Returns the codes of a list that have names. */
export function listNamedCodes(list: NamedList): string[] {
  return Object.keys(NAMES.en[list]);
}

export interface NamedCategory {
  code: string;
  /** The English name. */
  name: string;
  /** Names that operators or an import gave it: they come before ours. */
  names: Translations;
}

/** Returns the name of a category in the language, else its English one. */
export function nameCategory({ code, name, names }: NamedCategory, language: NameLanguage): string {
  if (language === 'en') return name;
  return names[language] ?? read('categories', code, language) ?? name;
}

const regions = new Map(
  NAME_LANGUAGES.map((language) => [language, new Intl.DisplayNames([language], { type: 'region' })]),
);

/** Returns the name of a country by its ISO 3166-1 alpha-2 code; `english` where the language is English. */
export function nameCountry(code: string, english: string, language: NameLanguage): string {
  return language === 'en' ? english : (regions.get(language)?.of(code) ?? english);
}

function read(list: keyof Names, code: string, language: NameLanguage): string | undefined {
  const names = NAMES[language][list];
  if (Object.hasOwn(names, code)) return names[code];
  const wider = list === 'additives' ? widerAdditive(code) : undefined;
  return wider !== undefined && Object.hasOwn(names, wider) ? names[wider] : undefined;
}
