import type { ProductFacts } from '../../facts/registry/fact-registry.ts';
import { isExportRow, type ExportRow } from './export-row.ts';

type NutritionBasis = NonNullable<ProductFacts['nutrition_basis']>;
type Unit = 'g' | 'mg' | 'ug' | 'kj' | 'kcal' | 'pct';

interface NutrimentRule {
  offName: string;
  key: string;
  unit: Unit;
}

const rule = (
  offName: string,
  unit: Unit,
  key = `${offName.replaceAll('-', '_')}_${unit}`,
): NutrimentRule => ({
  offName,
  key,
  unit,
});

/** Open Food Facts' names and ours, whose keys carry the unit. Everything else it lists is left out. */
const NUTRIMENT_RULES: readonly NutrimentRule[] = [
  rule('energy-kj', 'kj', 'energy_kj'),
  rule('energy-kcal', 'kcal', 'energy_kcal'),
  rule('fat', 'g'),
  rule('saturated-fat', 'g'),
  rule('trans-fat', 'g'),
  rule('carbohydrates', 'g'),
  rule('sugars', 'g'),
  rule('fiber', 'g'),
  rule('proteins', 'g'),
  rule('salt', 'g'),
  rule('sodium', 'mg'),
  rule('cholesterol', 'mg'),
  rule('calcium', 'mg'),
  rule('iron', 'mg'),
  rule('potassium', 'mg'),
  rule('vitamin-c', 'mg'),
  rule('vitamin-a', 'ug'),
  rule('vitamin-d', 'ug'),
  rule('caffeine', 'mg'),
  rule('alcohol', 'pct'),
];

const UNITS_PER_GRAM = new Map<string, number>([
  ['g', 1],
  ['mg', 1_000],
  ['ug', 1_000_000],
]);
const KJ_PER_KCAL = 4.184;
const SALT_PER_SODIUM = 2.5;

/** The most that 100 g can hold: itself, or the energy of pure fat (about 900 kcal) with room for rounding. */
const LARGEST_PER_100G: Record<Unit, number> = {
  g: 100,
  mg: 100_000,
  ug: 100_000_000,
  kj: 1_000 * KJ_PER_KCAL,
  kcal: 1_000,
  pct: 100,
};
/** Nobody serves more than a kilogram. */
const SERVING_FACTOR = 10;

export interface OffNutrition extends Pick<ProductFacts, 'nutriments' | 'nutrition_basis'> {
  implausibleCount: number;
}

interface GivenValues {
  basis: NutritionBasis;
  /** The value of a nutriment by Open Food Facts' name, in the given unit; undefined when it is not there. */
  find: (offName: string, unit: Unit) => unknown;
}

/**
 * The nutriments of a row: per serving where the row says so, else per 100 g (per 100 ml for a drink). Computed
 * scores, estimates, values as typed and values of the prepared product are not read. A value that is no number, is
 * negative or is more than there can be is left out and counted.
 */
export function readOffNutriments(row: ExportRow, isLiquid: boolean): OffNutrition {
  const given = findGivenValues(row, isLiquid);
  const nutriments: Record<string, number> = {};
  let implausibleCount = 0;
  if (given) {
    const scale = given.basis === 'serving' ? SERVING_FACTOR : 1;
    for (const { offName, key, unit } of NUTRIMENT_RULES) {
      const text =
        given.find(offName, unit) ?? (offName === 'energy-kj' ? given.find('energy', unit) : undefined);
      if (text === undefined || text === null || text === '') continue;
      const value = typeof text === 'number' ? text : Number(text);
      // Alcohol is a share, whatever the amount.
      const largest = unit === 'pct' ? 100 : LARGEST_PER_100G[unit] * scale;
      if (value >= 0 && value <= largest) nutriments[key] = Number(value.toPrecision(6));
      else implausibleCount += 1;
    }
    addDerived(nutriments);
  }
  if (Object.keys(nutriments).length === 0)
    return { nutriments: null, nutrition_basis: null, implausibleCount };
  return { nutriments, nutrition_basis: given?.basis ?? null, implausibleCount };
}

function findGivenValues(row: ExportRow, isLiquid: boolean): GivenValues | undefined {
  const perHundred: NutritionBasis = isLiquid ? '100ml' : '100g';
  const nutrition = row['nutrition'];
  const aggregated = isExportRow(nutrition) ? nutrition['aggregated_set'] : undefined;
  if (isExportRow(aggregated)) {
    if (aggregated['preparation'] === 'prepared') return undefined;
    const nutrients = isExportRow(aggregated['nutrients']) ? aggregated['nutrients'] : {};
    const basis = readBasis(aggregated['per'], perHundred);
    return {
      basis,
      find: (offName, unit) => {
        const nutrient = nutrients[offName];
        return isExportRow(nutrient) ? convertUnit(nutrient['value'], nutrient['unit'], unit) : undefined;
      },
    };
  }
  // JSON holds the values in an object of their own, the tab-separated form in columns of the row.
  const values = isExportRow(row['nutriments']) ? row['nutriments'] : row;
  const findWith = (suffix: string) => (offName: string, unit: Unit) =>
    convertUnit(values[offName + suffix], undefined, unit);
  const basis = readBasis(row['nutrition_data_per'], perHundred);
  const hasServing = NUTRIMENT_RULES.some(({ offName }) => isGiven(values[`${offName}_serving`]));
  if (basis === 'serving' && hasServing) return { basis, find: findWith('_serving') };
  return { basis: basis === 'serving' ? perHundred : basis, find: findWith('_100g') };
}

/** Also `100.0 g` and the like. */
function readBasis(text: unknown, perHundred: NutritionBasis): NutritionBasis {
  if (typeof text !== 'string') return perHundred;
  if (text.includes('serving')) return 'serving';
  return /ml/i.test(text) ? '100ml' : perHundred;
}

/** Without a unit the value is as Open Food Facts stores it: grams, kJ for energy, and per cent by volume. */
function convertUnit(given: unknown, givenUnit: unknown, unit: Unit): unknown {
  if (!isGiven(given)) return undefined;
  const value = Number(given);
  const from = typeof givenUnit === 'string' ? givenUnit.toLowerCase().replaceAll(/[µμ]/g, 'u').trim() : '';
  if (unit === 'pct') return value;
  if (unit === 'kj') return from === 'kcal' ? value * KJ_PER_KCAL : value;
  if (unit === 'kcal') return from === 'kj' ? value / KJ_PER_KCAL : value;
  const fromPerGram = from === '' ? 1 : UNITS_PER_GRAM.get(from);
  // International units and per cent of a daily value are no amounts.
  return fromPerGram === undefined ? undefined : (value / fromPerGram) * (UNITS_PER_GRAM.get(unit) ?? 1);
}

/** Energy in both units, and salt where only sodium is known. */
function addDerived(nutriments: Record<string, number>): void {
  const { energy_kj: kj, energy_kcal: kcal, sodium_mg: sodium } = nutriments;
  if (kcal === undefined && kj !== undefined) nutriments['energy_kcal'] = round(kj / KJ_PER_KCAL);
  if (kj === undefined && kcal !== undefined) nutriments['energy_kj'] = round(kcal * KJ_PER_KCAL);
  if (nutriments['salt_g'] === undefined && sodium !== undefined) {
    nutriments['salt_g'] = round((sodium / 1_000) * SALT_PER_SODIUM);
  }
}

const round = (value: number) => Number(value.toPrecision(4));
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
