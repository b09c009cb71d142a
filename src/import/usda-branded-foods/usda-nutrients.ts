import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import {
  addDerived,
  convertAmount,
  roundPlausible,
  unitOf,
  type NutrimentKey,
} from '../values/nutriment-units.ts';

/** An amount in 100 g or ml, by the id of `nutrient.csv`. */
export interface UsdaAmount {
  id: string;
  amount: number;
  unit: string;
}

/** Of two ids for one of ours the first that is given. */
const IDS: Readonly<Partial<Record<NutrimentKey, readonly string[]>>> = {
  energy_kj: ['1062'],
  energy_kcal: ['1008'],
  fat_g: ['1004', '1085'],
  saturated_fat_g: ['1258'],
  monounsaturated_fat_g: ['1292'],
  polyunsaturated_fat_g: ['1293'],
  trans_fat_g: ['1257'],
  cholesterol_mg: ['1253'],
  carbohydrates_g: ['1005'],
  sugars_g: ['2000', '1063'],
  added_sugars_g: ['1235'],
  polyols_g: ['1086'],
  starch_g: ['1009'],
  fiber_g: ['1079'],
  proteins_g: ['1003'],
  sodium_mg: ['1093'],
  potassium_mg: ['1092'],
  calcium_mg: ['1087'],
  phosphorus_mg: ['1091'],
  magnesium_mg: ['1090'],
  iron_mg: ['1089'],
  zinc_mg: ['1095'],
  iodine_ug: ['1100'],
  selenium_ug: ['1103'],
  fluoride_mg: ['1099'],
  vitamin_a_ug: ['1106'],
  vitamin_d_ug: ['1114', '1110'],
  vitamin_e_mg: ['1109'],
  vitamin_k_ug: ['1185'],
  vitamin_c_mg: ['1162'],
  thiamin_mg: ['1165'],
  riboflavin_mg: ['1166'],
  niacin_mg: ['1167'],
  vitamin_b6_mg: ['1175'],
  folic_acid_ug: ['1186'],
  vitamin_b12_ug: ['1178'],
  biotin_ug: ['1176'],
  pantothenic_acid_mg: ['1170'],
  caffeine_mg: ['1057'],
};

export const KNOWN_NUTRIENTS: ReadonlySet<string> = new Set(Object.values(IDS).flat());

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
  for (const [key, ids] of Object.entries(IDS)) {
    const unit = unitOf(key);
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
  unit: ReturnType<typeof unitOf>,
): number | undefined {
  if (id === VITAMIN_D && given.toUpperCase() === 'IU') return amount / IU_PER_UG_OF_VITAMIN_D;
  return convertAmount(amount, given, unit);
}
