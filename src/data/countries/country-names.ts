import { foldText } from '../../platform/text/fold-text.ts';

/** Countries with names, ISO 3166-1 alpha-2. */
export const COUNTRY_CODES = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB ' +
  'GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU ' +
  'MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA ' +
  'SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ ' +
  'VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** The languages in which contributors write country names most. */
const LANGUAGES = 'en fr de es it pt nl pl sv da nb fi ru uk tr el ro cs sk hu bg hr ja zh ar he'.split(' ');

/** English names where the language data has no common name, or changes it between releases. */
const ENGLISH_NAMES: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  CZ: 'Czechia',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  TR: 'Turkey',
};

const OTHER_NAMES: Record<string, string> = {
  US: 'usa; us; u s a; u s; united states of america; etats unis d amerique; estados unidos de america; eua; ee uu',
  GB: 'uk; u k; great britain; grande bretagne; england; scotland; wales; northern ireland; angleterre; ecosse; pays de galles; inglaterra; escocia; schottland; inghilterra; scozia',
  NL: 'holland; hollande; holanda; olanda; the netherlands',
  CZ: 'czech republic; republique tcheque; republica checa; tschechische republik; repubblica ceca',
  KR: 'korea; republic of korea; coree',
  RU: 'russian federation',
  CN: 'prc; peoples republic of china; people s republic of china',
  CD: 'dr congo; congo kinshasa',
  CG: 'congo; congo brazzaville',
  CI: 'cote d ivoire',
  AE: 'uae',
  VN: 'viet nam',
  MK: 'macedonia',
  TR: 'turkiye',
  MM: 'burma',
};

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
  return COUNTRY_CODES.includes(region) ? englishNameOf(region) : undefined;
}

let codeByEnglishName: Map<string, string> | undefined;

/** Returns the codes of countries by their English names, without texts that name no country. */
export function codesOfCountries(names: readonly string[]): string[] {
  codeByEnglishName ??= new Map(COUNTRY_CODES.map((region) => [englishNameOf(region), region]));
  return names.map((name) => codeByEnglishName?.get(name)).filter((code) => code !== undefined);
}

/** Returns English country names, each once, in alphabetical order. A text that names no country stays unchanged. */
export function nameCountries(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => findCountry(text) ?? text))].sort();
}

/** Returns English names by the normalized names in all languages. */
function buildCountryByName(): Map<string, string> {
  const english = COUNTRY_CODES.map((region) => [region, englishNameOf(region)] as const);
  const englishNames = new Map(english);
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [region, country] of english) {
      const name = normalizeName(display.of(region) ?? '');
      // Common languages come first: the first language with a name keeps it.
      if (name && !names.has(name)) names.set(name, country);
    }
  }
  for (const [region, others] of Object.entries(OTHER_NAMES)) {
    for (const name of others.split('; ')) names.set(name, englishNames.get(region) ?? region);
  }
  for (const [, country] of english) names.set(normalizeName(country), country);
  return names;
}

const englishDisplay = new Intl.DisplayNames(['en'], { type: 'region' });

function englishNameOf(region: string): string {
  return (
    ENGLISH_NAMES[region] ??
    (englishDisplay.of(region) ?? region).replace(/ & /g, ' and ').replace(/^St\. /, 'Saint ')
  );
}

function normalizeName(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}
