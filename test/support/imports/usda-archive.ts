import { writeFile } from 'node:fs/promises';
import { buildZip, type ZippedFile } from './zip-file.ts';

/** The headers of the release of April 2026. */
export const USDA_HEADERS = {
  'branded_food.csv':
    'fdc_id,brand_owner,brand_name,subbrand_name,gtin_upc,ingredients,not_a_significant_source_of,serving_size,serving_size_unit,household_serving_fulltext,branded_food_category,data_source,package_weight,modified_date,available_date,market_country,discontinued_date,preparation_state_code,trade_channel,short_description,material_code',
  'food.csv':
    'fdc_id,data_type,description,food_category_id,publication_date,market_country,trade_channel,microbe_data',
  'food_category.csv': 'id,code,description',
  'nutrient.csv': 'id,name,unit_name,nutrient_nbr,rank',
  'food_nutrient.csv':
    'id,fdc_id,nutrient_id,amount,data_points,derivation_id,min,max,median,loq,footnote,min_year_acquired,percent_daily_value',
} as const;

export type UsdaTable = keyof typeof USDA_HEADERS;

/** Lines as FoodData Central writes them: every value in quotes. */
export function buildTable(
  name: UsdaTable,
  rows: readonly Readonly<Record<string, string | number>>[],
): string {
  const columns = USDA_HEADERS[name].split(',');
  const line = (values: readonly (string | number | undefined)[]) =>
    values.map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`).join(',');
  return [line(columns), ...rows.map((row) => line(columns.map((column) => row[column])))].join('\n') + '\n';
}

/** `nutrient.csv` as far as branded foods need it. */
export const NUTRIENTS = buildTable('nutrient.csv', [
  { id: 1008, name: 'Energy', unit_name: 'KCAL', nutrient_nbr: 208, rank: 300 },
  { id: 1003, name: 'Protein', unit_name: 'G', nutrient_nbr: 203, rank: 600 },
  { id: 1004, name: 'Total lipid (fat)', unit_name: 'G', nutrient_nbr: 204, rank: 800 },
  { id: 1005, name: 'Carbohydrate, by difference', unit_name: 'G', nutrient_nbr: 205, rank: 1110 },
  { id: 1093, name: 'Sodium, Na', unit_name: 'MG', nutrient_nbr: 307, rank: 5800 },
  { id: 1104, name: 'Vitamin A, IU', unit_name: 'IU', nutrient_nbr: 318, rank: 7500 },
  {
    id: 1110,
    name: 'Vitamin D (D2 + D3), International Units',
    unit_name: 'IU',
    nutrient_nbr: 324,
    rank: 8650,
  },
  { id: 2047, name: 'Energy (Atwater General Factors)', unit_name: 'KCAL', nutrient_nbr: 957, rank: 280 },
  { id: 2048, name: 'Energy (Atwater Specific Factors)', unit_name: 'KCAL', nutrient_nbr: 958, rank: 290 },
  { id: 1258, name: 'Fatty acids, total saturated', unit_name: 'G', nutrient_nbr: 606, rank: 9700 },
]);

/** An archive with the folder that FoodData Central puts around its tables. */
export async function writeUsdaArchive(
  file: string,
  tables: Readonly<Partial<Record<UsdaTable, string>>>,
  others: readonly ZippedFile[] = [],
): Promise<string> {
  const folder = 'FoodData_Central_branded_food_csv_2026-04-30';
  const files = Object.entries(tables).map(([name, content]) => ({ name: `${folder}/${name}`, content }));
  await writeFile(file, buildZip([...files, ...others]));
  return file;
}
