import { codesOfCountries } from '../countries.ts';
import { STATED_ALLERGENS } from './stated-allergens.ts';

/** Whether it is an allergen that labels have to name. */
export function isStated(code: string): boolean {
  return (STATED_ALLERGENS as readonly string[]).includes(code);
}

interface Market {
  /** ISO 3166-1. */
  countries: readonly string[];
  /** Codes of allergens that a label there has to name. */
  stated: readonly string[];
  /** Codes that only a label without flavours and spices is complete about. */
  statedUnlessOpaque: readonly string[];
}

const without = (...codes: string[]) => STATED_ALLERGENS.filter((code) => !codes.includes(code));

const MARKETS: readonly Market[] = [
  // The EU with its outermost regions, the EEA, Switzerland and the United Kingdom.
  {
    countries: (
      'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE GP MQ GF RE YT MF ' +
      'IS LI NO CH GB'
    ).split(' '),
    stated: STATED_ALLERGENS,
    statedUnlessOpaque: [],
  },
  // FALCPA and the FASTER Act. Wheat is named, barley may hide in a flavour; sesame is named since 2023.
  {
    countries: ['US', 'PR'],
    stated: ['milk', 'eggs', 'fish', 'crustaceans', 'nuts', 'peanuts', 'soybeans'],
    statedUnlessOpaque: ['gluten', 'sesame-seeds'],
  },
  // Food and Drug Regulations, B.01.010.1.
  { countries: ['CA'], stated: without('celery', 'lupin'), statedUnlessOpaque: [] },
  // Food Standards Code, standard 1.2.3.
  { countries: ['AU', 'NZ'], stated: without('celery', 'mustard'), statedUnlessOpaque: [] },
];

/**
 * Returns whether a label that does not name the allergen says that it is not in there: every market where the product is
 * sold makes labels name it. Without a market, or with one that is not listed here, silence says nothing.
 * @param countries English names
 */
export function mustBeNamed(code: string, countries: readonly string[], isOpaque: boolean): boolean {
  const sold = codesOfCountries(countries);
  if (sold.length === 0 || sold.length < countries.length) return false;
  return sold.every((country) => {
    const market = MARKETS.find(({ countries: list }) => list.includes(country));
    return market?.stated.includes(code) || (!isOpaque && market?.statedUnlessOpaque.includes(code));
  });
}
