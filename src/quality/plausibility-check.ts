import { energyOfMacros, KJ_PER_KCAL } from '../facts/registry/nutriment-keys.ts';

/** All plausibility checks. */
export const CHECK_NAMES = [
  'macros_above_105_g',
  'energy_above_911_kcal',
  'saturated_fat_above_fat',
  'sugars_above_carbohydrates',
  'energy_unlike_macros',
  'attribute_out_of_range',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

export interface FailedCheck {
  check: CheckName;
  message: string;
}

/** Values by key; the key carries the unit (`fat_g`, `energy_kcal`). */
export type Nutriments = Readonly<Record<string, number>>;

/** The part of a kind's field template that the score needs. */
export interface TemplateField {
  key: string;
  required: boolean;
  min: number | null;
  max: number | null;
}

/**
 * A sum such as 35.1 + 34.9 + 35 may miss 105 by the last bit; no label states nutriments to a billionth of a gram.
 */
const isAbove = (value: number, bound: number) => value > bound + 1e-9;

/**
 * Returns the checks that a food's nutriments fail. Bounds per 100 g hold only for the basis `100g`: 100 ml may weigh
 * more, and a serving may have any size. Energy fails if it differs from its estimate by more than 30 % and more than
 * 20 kcal, which rounding alone can cause in a light food. A check with missing values passes.
 */
export function listFailedNutrimentChecks(
  nutriments: Nutriments,
  nutritionBasis: string | null,
): FailedCheck[] {
  const failed: FailedCheck[] = [];
  const fail = (check: CheckName, message: string) => failed.push({ check, message });
  const {
    fat_g: fat,
    saturated_fat_g: saturated,
    carbohydrates_g: carbohydrates,
    sugars_g: sugars,
  } = nutriments;
  const { proteins_g: proteins, salt_g: salt } = nutriments;
  const kcal = findEnergyKcal(nutriments);

  if (nutritionBasis === '100g') {
    const sum = (fat ?? 0) + (carbohydrates ?? 0) + (proteins ?? 0) + (salt ?? 0);
    if (isAbove(sum, 105)) {
      fail('macros_above_105_g', `Fat, carbohydrates, proteins and salt add up to ${show(sum)} g per 100 g.`);
    }
    if (kcal !== undefined && isAbove(kcal, 911)) {
      fail('energy_above_911_kcal', `${show(kcal)} kcal per 100 g is more than pure fat has.`);
    }
  }
  if (saturated !== undefined && fat !== undefined && isAbove(saturated, fat)) {
    fail(
      'saturated_fat_above_fat',
      `Saturated fat (${show(saturated)} g) is more than all fat (${show(fat)} g).`,
    );
  }
  if (sugars !== undefined && carbohydrates !== undefined && isAbove(sugars, carbohydrates)) {
    fail(
      'sugars_above_carbohydrates',
      `Sugars (${show(sugars)} g) are more than all carbohydrates (${show(carbohydrates)} g).`,
    );
  }
  if (kcal !== undefined && fat !== undefined && carbohydrates !== undefined && proteins !== undefined) {
    const expected = energyOfMacros({ fat, carbohydrates, proteins });
    if (isAbove(Math.abs(kcal - expected), Math.max(0.3 * expected, 20))) {
      fail(
        'energy_unlike_macros',
        `${show(kcal)} kcal, but fat, carbohydrates and proteins make ${show(expected)} kcal.`,
      );
    }
  }
  return failed;
}

/** Returns one failed check for each numeric attribute outside its template's range. Bounds are inclusive. */
export function listFailedAttributeChecks(
  attributes: Readonly<Record<string, unknown>>,
  templateFields: readonly TemplateField[],
): FailedCheck[] {
  const failed: FailedCheck[] = [];
  for (const { key, min, max } of templateFields) {
    const value = readNumber(attributes[key]);
    if (value === undefined) continue;
    if (min !== null && isAbove(min, value)) {
      failed.push({ check: 'attribute_out_of_range', message: `${key} is ${value}, below ${min}.` });
    } else if (max !== null && isAbove(value, max)) {
      failed.push({ check: 'attribute_out_of_range', message: `${key} is ${value}, above ${max}.` });
    }
  }
  return failed;
}

function findEnergyKcal({ energy_kcal, energy_kj }: Nutriments): number | undefined {
  return energy_kcal ?? (energy_kj === undefined ? undefined : energy_kj / KJ_PER_KCAL);
}

/** Attributes come from forms and files: `6.1` and `"6.1"` are equal. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  return undefined;
}

const show = (value: number) => String(Math.round(value * 100) / 100);
