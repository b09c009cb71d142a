import { compactCode, parseGtin } from '../../facts/values/gtin.ts';
import { findCountry } from '../../data/countries.ts';
import { buildNoFacts } from '../../facts/registry/fact-list.ts';
import { hasWord } from '../../platform/text/fold-text.ts';
import type { MappedRow, RowWarning } from '../import-record.ts';
import type { MappingCatalogue } from '../importer.ts';
import { isFileRow, type FileRow } from '../reading/file-row.ts';
import { cleanLines, cleanText, cutText } from '../values/clean-text.ts';
import { parseQuantity } from '../../platform/text/amounts/parse-quantity.ts';
import { chooseName } from '../values/product-name.ts';
import { readFeedNumber } from '../values/read-number.ts';
import { findGenericCategory, findUsdaCategory } from './usda-categories.ts';
import { readUsdaNutrients, type UsdaAmount } from './usda-nutrients.ts';

/** The columns read from `branded_food.csv`. */
export const BRANDED_COLUMNS = [
  'fdc_id',
  'brand_owner',
  'brand_name',
  'gtin_upc',
  'ingredients',
  'serving_size',
  'serving_size_unit',
  'household_serving_fulltext',
  'branded_food_category',
  'package_weight',
  'modified_date',
  'market_country',
  'discontinued_date',
] as const;

/** The language of all labels. */
const LANGUAGE = 'en';
const LONGEST_BRAND = 120;
const LONGEST_SERVING = 100;
const LONGEST_INGREDIENTS = 20_000;

/**
 * Maps a branded food of FoodData Central: its columns, its `description` and its `nutrients`, which are amounts per
 * 100 g, or per 100 ml for food served by volume. Pure.
 */
export function mapUsdaRow(row: FileRow, catalogue: MappingCatalogue): MappedRow {
  if (readText(row, 'data_type')) return mapGenericFood(row, catalogue);
  const { categoryKinds } = catalogue;
  const code = readGtinUpc(readText(row, 'gtin_upc'));
  if (!code) return { ok: false, code, reason: 'no_code' };
  const chosen = chooseName([{ text: readText(row, 'description'), lang: LANGUAGE }], code);
  if ('reason' in chosen) return { ok: false, code, reason: chosen.reason };

  const warnings: RowWarning[] = [...chosen.warnings];
  const isLiquid = ['ml', 'mlt'].includes(readText(row, 'serving_size_unit').toLowerCase());
  const basis = isLiquid ? '100ml' : '100g';
  const { nutriments, implausible } = readUsdaNutrients(listAmounts(row, warnings), basis);
  for (const detail of implausible) warnings.push({ reason: 'implausible_nutriment', detail });
  const fullIngredients = cleanLines(readGiven(row, 'ingredients'));
  const ingredients = cutText(fullIngredients, LONGEST_INGREDIENTS);
  if (ingredients !== fullIngredients) warnings.push({ reason: 'ingredients_cut' });

  const category = findUsdaCategory(readText(row, 'branded_food_category'));
  const netContent = parseQuantity(readText(row, 'package_weight'));
  const soldIn = findCountry(readText(row, 'market_country'));
  const gtin = parseGtin(code);
  return {
    ok: true,
    code,
    record: {
      sourceKey: gtin.ok ? gtin.gtin14 : code.slice(0, 100),
      barcode: gtin.ok
        ? { gtin14: gtin.gtin14, type: gtin.type, packLevelDefault: gtin.packLevelDefault }
        : null,
      archiveKind: 'food',
      facts: {
        ...buildNoFacts(),
        name: chosen.name,
        name_lang: LANGUAGE,
        brand: findBrand(row),
        manufacturer: cutText(readText(row, 'brand_owner'), LONGEST_BRAND) || null,
        category: category !== undefined && categoryKinds.has(category) ? category : null,
        net_content_value: netContent?.value ?? null,
        net_content_unit: netContent?.unit ?? null,
        nutriments,
        nutrition_basis: nutriments && basis,
        serving_size: nutriments && describeServing(row, warnings),
        ingredients_text: ingredients || null,
        ingredients_lang: ingredients ? LANGUAGE : null,
        countries_sold: soldIn ? [soldIn] : [],
      },
      isObsolete: readText(row, 'discontinued_date') !== '',
      fieldSources: {},
    },
    barcodeRefusal: gtin.ok ? undefined : gtin.reason,
    warnings,
  };
}

/**
 * Maps a food of Foundation Foods or SR Legacy: identified by FDC id, without barcode and brand; amounts per 100 g.
 */
function mapGenericFood(row: FileRow, { categoryKinds }: MappingCatalogue): MappedRow {
  const code = `fdc ${readText(row, 'fdc_id')}`;
  const chosen = chooseName([{ text: readText(row, 'description'), lang: LANGUAGE }], code);
  if ('reason' in chosen) return { ok: false, code, reason: chosen.reason };
  const warnings: RowWarning[] = [...chosen.warnings];
  const { nutriments, implausible } = readUsdaNutrients(listAmounts(row, warnings), '100g');
  const category = findGenericCategory(readText(row, 'food_category'), chosen.name);
  return {
    ok: true,
    code,
    record: {
      sourceKey: code,
      barcode: null,
      archiveKind: 'food',
      facts: {
        ...buildNoFacts(),
        name: chosen.name,
        name_lang: LANGUAGE,
        category: category !== undefined && categoryKinds.has(category) ? category : null,
        nutriments,
        nutrition_basis: nutriments && '100g',
        generic: true,
      },
      isObsolete: false,
      fieldSources: {},
    },
    barcodeRefusal: undefined,
    warnings: [
      ...warnings,
      ...implausible.map((detail): RowWarning => ({ reason: 'implausible_nutriment', detail })),
    ],
  };
}

/** Removes the spaces and hyphens that some codes contain. */
export function readGtinUpc(text: string): string {
  const compact = compactCode(text);
  return /^\d+$/.test(compact) ? compact : text.trim();
}

/** Falls back to the owner, a company that customers may not know, if no brand name is given. */
function findBrand(row: FileRow): string | null {
  const names = [readText(row, 'brand_name'), readText(row, 'brand_owner')];
  return names.map((name) => cutText(name, LONGEST_BRAND)).find(hasWord) ?? null;
}

/** `28 g (1 ONZ)` */
function describeServing(row: FileRow, warnings: RowWarning[]): string | null {
  const size = takeNumber(row['serving_size'], 'serving_size', warnings) ?? Number.NaN;
  const unit = readText(row, 'serving_size_unit').toLowerCase();
  const amount =
    size > 0 && Number.isFinite(size)
      ? `${Number(size.toPrecision(6))} ${({ grm: 'g', mlt: 'ml' } as Record<string, string>)[unit] ?? unit}`
      : '';
  const household = readText(row, 'household_serving_fulltext');
  const text = amount && household ? `${amount} (${household})` : amount || household;
  return cutText(text.trim(), LONGEST_SERVING) || null;
}

function listAmounts(row: FileRow, warnings: RowWarning[]): UsdaAmount[] {
  const given = row['nutrients'];
  if (!Array.isArray(given)) return [];
  return given.filter(isFileRow).flatMap((one) => {
    const id = String(one['id']);
    const amount = takeNumber(one['amount'], `nutrient ${id}`, warnings);
    return amount === undefined ? [] : [{ id, amount, unit: readText(one, 'unit') }];
  });
}

/** Returns the number; undefined for none, and with a warning for one with a decimal comma. */
function takeNumber(given: unknown, name: string, warnings: RowWarning[]): number | undefined {
  const read = readFeedNumber(given);
  if ('value' in read) return read.value;
  if (read.problem === 'other_sign') {
    warnings.push({ reason: 'decimal_sign', detail: `${name}: "${String(given)}" has a decimal comma` });
  }
  return undefined;
}

const readText = (row: FileRow, key: string): string => cleanText(readGiven(row, key));

function readGiven(row: FileRow, key: string): string {
  const value = row[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
