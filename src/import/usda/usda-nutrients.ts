import { readTable } from '../../data/read-data.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { addDerived, convertAmount, roundPlausible, nutrimentUnitOf } from '../values/nutriment-units.ts';

/** An amount in 100 g or ml, by the id of `nutrient.csv`. */
export interface UsdaAmount {
  id: string;
  amount: number;
  unit: string;
}

/** Their ids by our keys. Of two ids for one of ours the first that is given. */
const IDS = readTable('usda-nutrients.csv').map(
  ({ nutriment = '', ids = '' }) => [nutriment, ids.split(' ')] as const,
);

export const KNOWN_NUTRIENTS: ReadonlySet<string> = new Set(IDS.flatMap(([, ids]) => ids));

/** Exact for vitamin D alone; that of vitamin A depends on what it was made of. */
const VITAMIN_D = '1110';
const IU_PER_UG_OF_VITAMIN_D = 40;

/** What cannot be in 100 g or ml is left out and counted. */
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
