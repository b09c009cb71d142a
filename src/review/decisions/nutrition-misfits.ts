import { releasedNames } from '../../data/names/names.ts';
import { KJ_PER_KCAL } from '../../facts/registry/nutriment-keys.ts';
import { SALT_PER_SODIUM } from '../../facts/values/nutriment-units.ts';
import {
  listFailedNutrimentChecks,
  type CheckName,
  type Nutriments,
} from '../../quality/plausibility-check.ts';
import type { ApprovalPreview } from './preview-contract.ts';

type Misfit = ApprovalPreview['misfits'][number];

export interface StatedNutrition {
  nutriments?: Nutriments | null | undefined;
  nutrition_basis?: string | null | undefined;
}

const MACROS = ['fat_g', 'carbohydrates_g', 'proteins_g'];
const ENERGY = ['energy_kj', 'energy_kcal'];
const KEYS: Partial<Record<CheckName, string[]>> = {
  energy_above_911_kcal: ENERGY,
  saturated_fat_above_fat: ['fat_g', 'saturated_fat_g'],
  sugars_above_carbohydrates: ['carbohydrates_g', 'sugars_g'],
  energy_unlike_macros: ENERGY,
};
/** Labels round each amount to half a gram or less, above 10 g to a whole gram. */
const MOST_GRAMS = 101;
/** For amounts that follow from each other; below the least, rounding exceeds it. */
const TOLERANCE = 0.05;
const LEAST_KJ = 20;
const LEAST_SALT_G = 0.1;
/** Amounts that differ by a power of ten hardly differ otherwise. */
const TENFOLD_TOLERANCE = 0.02;

/** Returns the amounts that do not fit each other, or are a power of ten of what they were; none without a change. */
export function listMisfits(stated: StatedNutrition, before: StatedNutrition): Misfit[] {
  const amounts = stated.nutriments ?? {};
  const basis = stated.nutrition_basis ?? null;
  const old = before.nutriments ?? {};
  const isSameBasis = basis === (before.nutrition_basis ?? null);
  const changed = Object.keys(amounts).filter((key) => amounts[key] !== old[key]);
  if (isSameBasis && changed.length === 0) return [];
  const checks = listFailedNutrimentChecks(amounts, basis).flatMap(({ check, message }) => {
    const keys = KEYS[check];
    return keys ? [{ keys: keys.filter((key) => key in amounts), message }] : [];
  });
  return [
    ...checkEnergy(amounts),
    ...checkSum(amounts, basis),
    ...checkSalt(amounts),
    ...checks,
    ...(isSameBasis ? changed.flatMap((key) => checkPower(key, old[key], amounts[key])) : []),
  ];
}

function checkEnergy({ energy_kj: kj, energy_kcal: kcal }: Nutriments): Misfit[] {
  if (kj === undefined || kcal === undefined) return [];
  if (Math.abs(kj - kcal * KJ_PER_KCAL) <= Math.max(kj * TOLERANCE, LEAST_KJ)) return [];
  return [{ keys: ENERGY, message: `${kcal} kcal beside ${kj} kJ: 1 kcal is ${KJ_PER_KCAL} kJ.` }];
}

function checkSum(amounts: Nutriments, basis: string | null): Misfit[] {
  const keys = [...MACROS, 'salt_g'].filter((key) => key in amounts);
  const sum = keys.reduce((total, key) => total + (amounts[key] ?? 0), 0);
  if (basis !== '100g' || sum <= MOST_GRAMS) return [];
  const grams = Math.round(sum * 10) / 10;
  return [{ keys, message: `Fat, carbohydrates, proteins and salt add up to ${grams} g per 100 g.` }];
}

function checkSalt({ salt_g: salt, sodium_mg: sodium }: Nutriments): Misfit[] {
  if (salt === undefined || sodium === undefined) return [];
  const expected = (sodium / 1_000) * SALT_PER_SODIUM;
  if (Math.abs(salt - expected) <= Math.max(expected * TOLERANCE, LEAST_SALT_G)) return [];
  return [
    {
      keys: ['salt_g', 'sodium_mg'],
      message: `${salt} g of salt beside ${sodium} mg of sodium: salt is ${SALT_PER_SODIUM} times the sodium.`,
    },
  ];
}

function checkPower(key: string, before: number | undefined, after: number | undefined): Misfit[] {
  if (!before || !after) return [];
  const power = Math.round(Math.log10(after / before));
  const isPower = power !== 0 && Math.abs(after / before / 10 ** power - 1) <= TENFOLD_TOLERANCE;
  if (!isPower) return [];
  const name = releasedNames('nutriments', key).en ?? key;
  const times = 10 ** Math.abs(power);
  const said = power > 0 ? `${times} times` : `1/${times} of`;
  return [{ keys: [key], message: `${name} is ${said} what is there now: ${after} instead of ${before}.` }];
}
