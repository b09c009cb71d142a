import { KJ_PER_KCAL, type NUTRIMENT_KEYS } from '../registry/nutriment-keys.ts';

export type NutrimentKey = (typeof NUTRIMENT_KEYS)[number];
/** The suffixes of nutriment keys. */
export type NutrimentUnit = 'g' | 'mg' | 'ug' | 'kj' | 'kcal' | 'pct';

const UNITS_PER_GRAM = new Map<string, number>([
  ['g', 1],
  ['mg', 1_000],
  ['ug', 1_000_000],
  ['mcg', 1_000_000],
]);
/** The mass of salt that holds one of sodium (EU 1169/2011, annex I). */
export const SALT_PER_SODIUM = 2.5;

/** The most that 100 g can contain: itself, or the energy of pure fat (about 900 kcal) with room for rounding. */
const LARGEST_PER_100G: Record<NutrimentUnit, number> = {
  g: 100,
  mg: 100_000,
  ug: 100_000_000,
  kj: 1_000 * KJ_PER_KCAL,
  kcal: 1_000,
  pct: 100,
};
/** A serving weighs at most 1 kg. */
const SERVING_FACTOR = 10;

export function nutrimentUnitOf(key: string): NutrimentUnit {
  return key.slice(key.lastIndexOf('_') + 1) as NutrimentUnit;
}

/**
 * Converts an amount to the unit of its key. Returns undefined if impossible: international units and per cent of a
 * daily value are not amounts. Without a unit it is in grams, or in the key's kJ or kcal for energy.
 */
export function convertAmount(value: number, givenUnit: string, unit: NutrimentUnit): number | undefined {
  const from = givenUnit.toLowerCase().replaceAll(/[µμ]/g, 'u').trim();
  if (unit === 'pct') return value;
  if (unit === 'kj') return from === 'kcal' ? value * KJ_PER_KCAL : value;
  if (unit === 'kcal') return from === 'kj' ? value / KJ_PER_KCAL : value;
  const fromPerGram = from === '' ? 1 : UNITS_PER_GRAM.get(from);
  return fromPerGram === undefined ? undefined : (value / fromPerGram) * (UNITS_PER_GRAM.get(unit) ?? 1);
}

/**
 * Rounds an amount for storage. Returns undefined for amounts that are impossible in 100 g or ml, or in a serving.
 */
export function roundPlausible(
  value: number,
  unit: NutrimentUnit,
  basis: '100g' | '100ml' | 'serving',
): number | undefined {
  // Alcohol is a percentage, so the quantity does not matter.
  const largest = LARGEST_PER_100G[unit] * (basis === 'serving' && unit !== 'pct' ? SERVING_FACTOR : 1);
  return value >= 0 && value <= largest ? Number(value.toPrecision(6)) : undefined;
}

/** Adds energy in the other unit, and salt if only sodium is known. */
export function addDerived(nutriments: Record<string, number>): void {
  const { energy_kj: kj, energy_kcal: kcal, sodium_mg: sodium } = nutriments;
  if (kcal === undefined && kj !== undefined) nutriments['energy_kcal'] = round(kj / KJ_PER_KCAL);
  if (kj === undefined && kcal !== undefined) nutriments['energy_kj'] = round(kcal * KJ_PER_KCAL);
  if (nutriments['salt_g'] === undefined && sodium !== undefined) {
    nutriments['salt_g'] = round((sodium / 1_000) * SALT_PER_SODIUM);
  }
}

const round = (value: number) => Number(value.toPrecision(4));
