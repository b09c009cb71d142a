import i18next, { type TFunction } from 'i18next';
import { codesOfCountries } from '../../data/countries.ts';
import {
  NAME_LANGUAGES,
  nameCode,
  type GivenNames,
  type NamedList,
  type NameLanguage,
} from '../../data/names/names.ts';
import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import wordsDe from './words-de.json' with { type: 'json' };
import wordsEn from './words-en.json' with { type: 'json' };
import wordsEs from './words-es.json' with { type: 'json' };
import wordsFr from './words-fr.json' with { type: 'json' };
import wordsIt from './words-it.json' with { type: 'json' };
import wordsNl from './words-nl.json' with { type: 'json' };

/** Pages exist in the languages in which codes have names. The first is the default. */
export const PAGE_LANGUAGES = NAME_LANGUAGES;
export type PageLanguage = NameLanguage;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

/** Names of facts, of codes that only pages show, and of options of kinds' fields. */
type Words = Record<'facts' | 'codes' | 'options', Partial<Record<string, string>>>;

const TEXTS = { de, en, es, fr, it, nl };
const WORDS: Record<PageLanguage, Words> = {
  de: wordsDe,
  en: wordsEn,
  es: wordsEs,
  fr: wordsFr,
  it: wordsIt,
  nl: wordsNl,
};

export interface Texts {
  language: PageLanguage;
  /** Returns a text of the language's file by key. */
  t: TFunction;
  number: (value: number) => string;
  /** Formats 0.873 as `87 %`. */
  percent: (share: number) => string;
  /** Formats 0.38 as `+38 %`. */
  difference: (share: number) => string;
  /** Formats `milk, nuts and eggs`. */
  list: (words: readonly string[]) => string;
  /** Formats the day of an RFC 3339 timestamp. */
  date: (instant: string) => string;
  /** Formats day and minute of a timestamp, in UTC. */
  moment: (instant: string) => string;
  /** Returns the name of a language in this language, by its ISO 639-1 code. */
  languageName: (code: string) => string;
  /** Returns the name of an ISO 3166-1 country, or of the EU. */
  regionName: (code: string) => string;
  /** Translates the English name of a country, as stored in the catalogue; any other text stays as it is. */
  countryName: (english: string) => string;
  money: (amount: number, currency: string) => string;
  /** Every language of ISO 639-1, by its name. */
  languages: readonly { code: string; name: string }[];
  /**
   * Returns the word for `key` from `words-….json` or from the names of codes, or otherwise `fallback`, in English.
   */
  word: (list: keyof Words | 'nutriments', key: string, fallback: string) => string;
  /** Returns the name of a code, or undefined if it has none. */
  codeName: (list: NamedList, code: string) => string | undefined;
}

/** Loads the texts of every language. Translators edit the JSON files in this folder. */
export function loadTexts(): ReadonlyMap<PageLanguage, Texts> {
  const resources = Object.fromEntries(
    PAGE_LANGUAGES.map((language) => [language, { translation: TEXTS[language] }]),
  );
  const translations = i18next.createInstance({
    resources,
    fallbackLng: PAGE_LANGUAGES[0],
    initAsync: false,
    // Pages escape what they show.
    interpolation: { escapeValue: false },
  });
  void translations.init();
  return new Map(
    PAGE_LANGUAGES.map((language) => [
      language,
      buildTexts(language, rememberPlain(translations.getFixedT(language))),
    ]),
  );
}

/** Nearly all of a page's hundred texts have no placeholders: each of these is looked up once. */
function rememberPlain(t: TFunction): TFunction {
  const lookUp = t as unknown as (...given: unknown[]) => unknown;
  const plain = new Map<unknown, unknown>();
  const find = (key: unknown, ...filledIn: unknown[]) => {
    if (filledIn.length > 0) return lookUp(key, ...filledIn);
    if (!plain.has(key)) plain.set(key, lookUp(key));
    return plain.get(key);
  };
  return find as unknown as TFunction;
}

/** For the few currencies and countries: creating a format takes longer than using it a hundred times. */
function rememberEach<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function buildTexts(language: PageLanguage, t: TFunction): Texts {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const difference = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'always' });
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  });
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  const moneyOf = rememberEach(
    (currency) => new Intl.NumberFormat(language, { style: 'currency', currency }),
  );
  const regionName = rememberEach((code) => regions.of(code) ?? code);
  const languageName = (code: string) => names.of(code) ?? code;
  return {
    language,
    t,
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    difference: (share) => difference.format(share),
    list: (items) => lists.format(items),
    date: (instant) => date.format(new Date(instant)),
    moment: (instant) => moment.format(new Date(instant)),
    regionName,
    countryName(english) {
      const [code] = language === 'en' ? [] : codesOfCountries([english]);
      return code === undefined ? english : regionName(code);
    },
    money: (amount, currency) => moneyOf(currency).format(amount),
    languageName,
    languages: LANGUAGE_CODES.map((code) => ({ code, name: languageName(code) })).toSorted((a, b) =>
      a.name.localeCompare(b.name, language),
    ),
    ...buildWords(language, {}),
  };
}

/** Returns the texts with the names that operators gave to codes. */
export function withGivenNames(texts: Texts, given: GivenNames): Texts {
  return { ...texts, ...buildWords(texts.language, given) };
}

function buildWords(language: PageLanguage, given: GivenNames): Pick<Texts, 'word' | 'codeName'> {
  const words = WORDS[language];
  const codeName = (list: NamedList, code: string) => nameCode(list, code, language, given);
  return {
    codeName,
    word(list, key, fallback) {
      if (list === 'nutriments') return codeName(list, key) ?? fallback;
      if (Object.hasOwn(words[list], key)) return words[list][key] ?? fallback;
      if (list !== 'codes') return fallback;
      return codeName('allergens', key) ?? codeName('labels', key) ?? fallback;
    },
  };
}
