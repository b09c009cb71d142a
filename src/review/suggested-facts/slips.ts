import { findCountry } from '../../data/countries.ts';
import { energyOfMacros, KJ_PER_KCAL } from '../../facts/registry/nutriment-keys.ts';
import { convertQuantity, type NetContent } from '../../platform/text/amounts/units.ts';

/** No pack of food is this large: 100 kg probably means grams. */
const HEAVIEST_PACK = 100;
/** No drink is smaller: 0.5 ml probably means litres. */
const LEAST_MILLILITRES = 2;
/** Labels round, and count alcohol and fibre in different ways. */
const ENERGY_TOLERANCE = 0.1;
/** Wider, for energy computed from fat, carbohydrates and proteins. */
const COMPUTED_TOLERANCE = 0.15;
/** In kcal: below this, rounding exceeds the tolerances. */
const LEAST_ENERGY = 20;

/**
 * Returns the country that an origin names in a form that `findCountry` does not know: a code, or a phrase such as
 * "Made in Germany". Undefined if `findCountry` knows it, or if no single country is named.
 */
export function readOrigin(origin: string): string | undefined {
  if (findCountry(origin) !== undefined) return undefined;
  const text = origin.trim();
  if (/^[a-z]{2}$/i.test(text)) return findCountry(NAMES.of(text.toUpperCase()) ?? '');
  return findCountry(MADE_IN.exec(text)?.[1] ?? '');
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const MADE_IN = new RegExp(
  '^(?:made|produced|product|produce|grown|hergestellt|produkt|erzeugt|fabriqu[ée]+|produit|hecho|producto|producido|' +
    "prodotto|fabbricato|origine?|origen|herkunft|ursprung)s?:?\\s+(?:(?:in|of|from|aus|en|au|aux|de|du|di|del|della)\\s+|d[’'])?" +
    '(?:the\\s+)?(.+)$',
  'iu',
);

/** Converts an amount to the catalogue's units: `500 Gramm` is 500 g. */
export function readQuantity(value: number, unit: string): NetContent | undefined {
  const one = convertQuantity(1, unit);
  return one && { value: value * one.value, unit: one.unit };
}

/** Returns the probable meaning of an amount that no pack of food has. */
export function rescaleFood({ value, unit }: NetContent): NetContent | undefined {
  if (value >= HEAVIEST_PACK && unit === 'kg') return { value, unit: 'g' };
  if (value >= HEAVIEST_PACK && unit === 'l') return { value, unit: 'ml' };
  if (value < LEAST_MILLILITRES && unit === 'ml') return { value, unit: 'l' };
  return undefined;
}

/** Returns energy with kJ and kcal corrected if they were swapped, or if one stands under the other's name. */
export function sortEnergy(amounts: Readonly<Record<string, number>>): Record<string, number> | undefined {
  const { energy_kj: kj, energy_kcal: kcal, ...others } = amounts;
  if (kj !== undefined && kcal !== undefined) {
    const areSwapped = kj >= LEAST_ENERGY && isNear(kcal, kj * KJ_PER_KCAL, ENERGY_TOLERANCE);
    return areSwapped ? { ...others, energy_kj: kcal, energy_kcal: kj } : undefined;
  }
  const computed = computeKcal(amounts);
  if (computed === undefined || computed < LEAST_ENERGY) return undefined;
  if (kcal !== undefined && isNear(kcal, computed * KJ_PER_KCAL, COMPUTED_TOLERANCE)) {
    return { ...others, energy_kj: kcal };
  }
  if (kj !== undefined && isNear(kj, computed, COMPUTED_TOLERANCE)) return { ...others, energy_kcal: kj };
  return undefined;
}

/** Returns undefined unless fat, carbohydrates and proteins are known. */
function computeKcal(amounts: Readonly<Record<string, number>>): number | undefined {
  const { fat_g: fat, carbohydrates_g: carbohydrates, proteins_g: proteins } = amounts;
  if (fat === undefined || carbohydrates === undefined || proteins === undefined) return undefined;
  return energyOfMacros({ fat, carbohydrates, proteins });
}

function isNear(value: number, wanted: number, tolerance: number): boolean {
  return Math.abs(value - wanted) <= wanted * tolerance;
}
