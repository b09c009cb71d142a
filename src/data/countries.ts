import { foldText } from '../platform/text/fold-text.ts';
import { readTable } from './read-data.ts';

/**
 * The assigned codes of ISO 3166-1 alpha-2. `isOrigin` is absent for territories where no product is made. `englishName`
 * stands where the language data has no common name, or changes it between releases.
 */
const COUNTRIES = new Map(readTable('countries.csv').map((row) => [row['code'] ?? '', row]));
export const COUNTRY_CODES: readonly string[] = [...COUNTRIES.keys()];
const ORIGINS = [...COUNTRIES.keys()].filter((code) => COUNTRIES.get(code)?.['isOrigin']);

/** The languages in which contributors write country names most. */
const LANGUAGES = 'en fr de es it pt nl pl sv da nb fi ru uk tr el ro cs sk hu bg hr ja zh ar he'.split(' ');

/** Returns whether the text is an ISO 3166-1 alpha-2 code in capitals. */
export function isCountryCode(code: string): boolean {
  return COUNTRIES.has(code);
}

let countryByName: Map<string, string> | undefined;

/**
 * Returns the English name of the country that a text or a tag (`en:united-states`) names in a common language. Returns
 * undefined for regions, towns, groups of countries and `world`.
 */
export function findCountry(text: string): string | undefined {
  countryByName ??= buildCountryByName();
  return countryByName.get(normalizeName(text.replace(/^[a-z]{2}:/, '')));
}

/** Returns the English name of the country with this ISO 3166-1 alpha-2 code, in any case. */
export function findCountryByCode(code: string): string | undefined {
  const region = code.toUpperCase();
  return ORIGINS.includes(region) ? englishNameOf(region) : undefined;
}

let codeByEnglishName: Map<string, string> | undefined;

/** Returns the codes of countries by their English names, without texts that name no country. */
export function codesOfCountries(names: readonly string[]): string[] {
  codeByEnglishName ??= new Map(ORIGINS.map((region) => [englishNameOf(region), region]));
  return names.map((name) => codeByEnglishName?.get(name)).filter((code) => code !== undefined);
}

/** Returns English country names, each once, in alphabetical order. A text that names no country stays unchanged. */
export function nameCountries(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => findCountry(text) ?? text))].sort();
}

/** Returns English names by the normalized names in all languages. */
function buildCountryByName(): Map<string, string> {
  const english = ORIGINS.map((region) => [region, englishNameOf(region)] as const);
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [region, country] of english) {
      const name = normalizeName(display.of(region) ?? '');
      // Common languages come first: the first language with a name keeps it.
      if (name && !names.has(name)) names.set(name, country);
    }
  }
  for (const [region, country] of english) {
    for (const name of COUNTRIES.get(region)?.['otherNames']?.split('; ') ?? []) names.set(name, country);
  }
  for (const [, country] of english) names.set(normalizeName(country), country);
  return names;
}

const englishDisplay = new Intl.DisplayNames(['en'], { type: 'region' });

function englishNameOf(region: string): string {
  return (
    COUNTRIES.get(region)?.['englishName'] ??
    (englishDisplay.of(region) ?? region).replace(/ & /g, ' and ').replace(/^St\. /, 'Saint ')
  );
}

function normalizeName(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}
