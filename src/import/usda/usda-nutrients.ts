import { readTable } from '../../data/read-data.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import {
  addDerived,
  convertAmount,
  roundPlausible,
  nutrimentUnitOf,
} from '../../facts/values/nutriment-units.ts';

/** An amount per 100 g or ml, by the id in `nutrient.csv`. */
export interface UsdaAmount {
  id: string;
  amount: number;
  unit: string;
}

/** The source's ids by our keys. If a key has two, the first one present is used. */
const IDS = readTable('usda-nutrients.csv').map(
  ({ nutriment = '', ids = '' }) => [nutriment, ids.split(' ')] as const,
);

export const KNOWN_NUTRIENTS: ReadonlySet<string> = new Set(IDS.flatMap(([, ids]) => ids));

/** Exact for vitamin D only; the factor of vitamin A depends on its form. */
const VITAMIN_D = '1110';
const IU_PER_UG_OF_VITAMIN_D = 40;

/** Returns the amounts; those that are impossible in 100 g or ml are dropped and counted. */
export function readUsdaNutrients(
  amounts: readonly UsdaAmount[],
  basis: '100g' | '100ml',
): { nutriments: ProductFacts['nutriments']; implausible: string[] } {
  const byId = new Map(amounts.map((given) => [given.id, given]));
  const nutriments: Record<string, number> = {};
  const implausible: string[] = [];
  for (const [key, ids] of IDS) {
    const unit = nutrimentUnitOf(key);
    const found = ids.flatMap((id) => byId.get(id) ?? []).flatMap((given) => toUnit(given, unit) ?? []);
    const [amount] = found;
    if (amount === undefined) continue;
    const plausible = roundPlausible(amount, unit, basis);
    if (plausible === undefined) implausible.push(`${key}: ${amount}`);
    else nutriments[key] = plausible;
  }
  if (Object.keys(nutriments).length === 0) return { nutriments: null, implausible };
  addDerived(nutriments);
  return { nutriments, implausible };
}

function toUnit(
  { id, amount, unit: given }: UsdaAmount,
  unit: ReturnType<typeof nutrimentUnitOf>,
): number | undefined {
  if (id === VITAMIN_D && given.toUpperCase() === 'IU') return amount / IU_PER_UG_OF_VITAMIN_D;
  return convertAmount(amount, given, unit);
}
