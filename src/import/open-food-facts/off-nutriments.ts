import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import { OFF_NUTRIMENTS } from '../../facts/registry/off-names.ts';
import { isFileRow, type FileRow } from '../reading/file-row.ts';
import {
  addDerived,
  convertAmount,
  roundPlausible,
  nutrimentUnitOf,
  type NutrimentKey,
  type NutrimentUnit,
} from '../../facts/values/nutriment-units.ts';
import { readFeedNumber } from '../values/read-number.ts';

type NutritionBasis = NonNullable<ProductFacts['nutrition_basis']>;

interface Nutriment extends OffName {
  key: NutrimentKey;
  unit: NutrimentUnit;
}

/** The source's name of a nutriment and its columns; built once, not for each of millions of rows. */
interface OffName {
  name: string;
  perHundred: string;
  perServing: string;
}

/** The source's names and our keys. Other nutriments are ignored. */
const NUTRIMENTS: readonly Nutriment[] = NUTRIMENT_KEYS.map((key) => {
  const unit = nutrimentUnitOf(key);
  return { ...buildOffName(OFF_NUTRIMENTS.get(key) ?? key), key, unit };
});
/** Energy without a unit is in kJ. */
const ENERGY = buildOffName('energy');

function buildOffName(name: string): OffName {
  return { name, perHundred: `${name}_100g`, perServing: `${name}_serving` };
}

interface OffNutrition extends Pick<ProductFacts, 'nutriments' | 'nutrition_basis'> {
  implausibleCount: number;
  /** What was given with a decimal comma, which the exports do not have. */
  withComma: string[];
}

interface GivenValues {
  basis: NutritionBasis;
  /** Returns the amount in the given unit, its text if that has a decimal comma, or undefined if it is missing. */
  find: (name: OffName, unit: NutrimentUnit) => number | string | undefined;
}

/** Returns whether the row says that the pack has no nutrition table, in schema 1003 or earlier ones. */
export function hasNoNutritionData(row: FileRow): boolean {
  const nutrition = isFileRow(row['nutrition']) ? row['nutrition'] : {};
  return isOn(row['no_nutrition_data']) || isOn(nutrition['no_nutrition_data_on_packaging']);
}

/**
 * Reads the nutriments of a row: per serving if the row says so, otherwise per 100 g (per 100 ml for a drink).
 * Ignores computed scores, estimates, values as typed and values of the prepared product. Drops and counts values
 * that are not numbers, negative or impossibly large.
 */
export function readOffNutriments(row: FileRow, isLiquid: boolean): OffNutrition {
  const given = findGivenValues(row, isLiquid);
  const nutriments: Record<string, number> = {};
  let implausibleCount = 0;
  const withComma: string[] = [];
  if (given) {
    for (const nutriment of NUTRIMENTS) {
      const { key, unit } = nutriment;
      const value =
        given.find(nutriment, unit) ?? (key === 'energy_kj' ? given.find(ENERGY, unit) : undefined);
      if (value === undefined) continue;
      if (typeof value === 'string') {
        withComma.push(`${key}: "${value}" has a decimal comma`);
        continue;
      }
      const amount = roundPlausible(value, unit, given.basis);
      if (amount === undefined) implausibleCount += 1;
      else nutriments[key] = amount;
    }
    addDerived(nutriments);
  }
  if (Object.keys(nutriments).length === 0)
    return { nutriments: null, nutrition_basis: null, implausibleCount, withComma };
  return { nutriments, nutrition_basis: given?.basis ?? null, implausibleCount, withComma };
}

function findGivenValues(row: FileRow, isLiquid: boolean): GivenValues | undefined {
  const perHundred: NutritionBasis = isLiquid ? '100ml' : '100g';
  const nutrition = row['nutrition'];
  const aggregated = isFileRow(nutrition) ? nutrition['aggregated_set'] : undefined;
  // Files written during the schema change contain both; a row that was not migrated has no set.
  return isFileRow(aggregated) && isFileRow(aggregated['nutrients'])
    ? findAggregated(aggregated, aggregated['nutrients'], perHundred)
    : findPlain(row, perHundred);
}

/** Schema 1003 and later. */
function findAggregated(
  set: FileRow,
  nutrients: FileRow,
  perHundred: NutritionBasis,
): GivenValues | undefined {
  if (set['preparation'] === 'prepared') return undefined;
  return {
    basis: readBasis(set['per'], perHundred),
    find: ({ name }, unit) => {
      const nutrient = nutrients[name];
      if (!isFileRow(nutrient)) return undefined;
      // Some amounts were copied from a set per 100 kJ as if it were per 100 g.
      if (nutrient['source_per'] === '100kj') return undefined;
      return readAmount(nutrient['value'], nutrient['unit'], unit);
    },
  };
}

/** Earlier schemas: JSON has the values in an object of their own, the tab-separated form in columns of the row. */
function findPlain(row: FileRow, perHundred: NutritionBasis): GivenValues {
  const values = findPlainValues(row);
  const findIn = (form: 'perHundred' | 'perServing') => (name: OffName, unit: NutrimentUnit) =>
    readAmount(values[name[form]], undefined, unit);
  const basis = readBasis(row['nutrition_data_per'], perHundred);
  if (basis === 'serving' && NUTRIMENTS.some(({ perServing }) => isGiven(values[perServing])))
    return { basis, find: findIn('perServing') };
  return { basis: basis === 'serving' ? perHundred : basis, find: findIn('perHundred') };
}

const findPlainValues = (row: FileRow) => (isFileRow(row['nutriments']) ? row['nutriments'] : row);

/** Also accepts `100.0 g` and the like. */
function readBasis(text: unknown, perHundred: NutritionBasis): NutritionBasis {
  if (typeof text !== 'string') return perHundred;
  if (text.includes('serving')) return 'serving';
  return /ml/i.test(text) ? '100ml' : perHundred;
}

/**
 * Without a unit, the value is in the unit that Open Food Facts stores: grams, kJ or kcal for energy, per cent by
 * volume.
 */
function readAmount(given: unknown, givenUnit: unknown, unit: NutrimentUnit): number | string | undefined {
  if (!isGiven(given)) return undefined;
  const read = readFeedNumber(given);
  if ('problem' in read && read.problem === 'other_sign') return String(given);
  const value = 'value' in read ? read.value : Number.NaN;
  return convertAmount(value, typeof givenUnit === 'string' ? givenUnit : '', unit);
}

const COLUMNS = [ENERGY, ...NUTRIMENTS].flatMap(({ perHundred, perServing }) => [perHundred, perServing]);

/** Lists the amounts of a row of earlier schemas, by column. */
export function listOffAmounts(row: FileRow): (readonly [column: string, given: unknown])[] {
  const values = findPlainValues(row);
  return COLUMNS.map((column) => [column, values[column]]);
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
export const isOn = (value: unknown) => value === 'on' || value === '1' || value === 1 || value === true;
