import { parseGtin } from '../../catalog/barcodes/gtin.ts';
import { buildNoFacts, FACTS, type ProductFacts } from '../../facts/registry/fact-registry.ts';
import { cleanText, cutText } from './clean-text.ts';
import { findCountry } from '../../catalog/countries/country-names.ts';
import { hasWord } from '../../text/fold-text.ts';
import { isExportRow, type ExportRow } from './export-row.ts';
import type { ImportRecord, ImportWarning, MappedRow } from '../import-record.ts';
import { readOffNutriments } from './off-nutriments.ts';
import { convertQuantity, parseQuantity, type NetContent } from './parse-quantity.ts';

export interface MappingOptions {
  /** Codes a product can have, without roots and `uncategorized-*`. */
  categoryCodes: ReadonlySet<string>;
  /** Takes the only country where a product is sold as its origin when nothing better is given. For measuring. */
  originFromSold: boolean;
}

const LONGEST_NAME = 300;
const LONGEST_BRAND = 120;
const LONGEST_INGREDIENTS = 20_000;

/**
 * One row of an Open Food Facts export in our words: a JSON line or a row of the tab-separated form, read by column
 * name. docs/import.md holds the rules. Pure: the same row gives the same record, key order included.
 */
export function mapOffRow(row: ExportRow, options: MappingOptions): MappedRow {
  const code = readText(row, 'code') || readText(row, '_id') || readText(row, 'id');
  if (!code) return { ok: false, code, reason: 'no_code' };
  const fullName = findName(row);
  if (!fullName) return { ok: false, code, reason: 'no_name' };

  const warnings: ImportWarning[] = [];
  const name = cutText(fullName, LONGEST_NAME);
  if (name !== fullName) warnings.push('name_cut');
  const fullIngredients = findIngredients(row);
  const ingredientsText = fullIngredients && cutText(fullIngredients, LONGEST_INGREDIENTS);
  if (ingredientsText !== fullIngredients) warnings.push('ingredients_cut');

  const gtin = parseGtin(code);
  const netContent = findNetContent(row);
  const noNutritionData = isOn(row['no_nutrition_data']);
  const nutrition = readOffNutriments(
    noNutritionData ? {} : row,
    netContent?.unit === 'ml' || netContent?.unit === 'l',
  );
  for (let i = 0; i < nutrition.implausibleCount; i += 1) warnings.push('implausible_nutriment');
  const countriesSold = [
    ...new Set(readTags(row, 'countries_tags').flatMap((tag) => findCountry(tag) ?? [])),
  ].sort();

  const record: ImportRecord = {
    sourceKey: gtin.ok ? gtin.gtin14 : code.slice(0, 100),
    barcode: gtin.ok
      ? { gtin14: gtin.gtin14, type: gtin.type, packLevelDefault: gtin.packLevelDefault }
      : null,
    facts: {
      ...buildNoFacts(),
      name,
      brand: findBrand(row),
      category: findCategoryCode(row, options.categoryCodes),
      net_content_value: netContent?.value ?? null,
      net_content_unit: netContent?.unit ?? null,
      country_of_origin:
        findOrigin(row) ?? (options.originFromSold ? findOnly(countriesSold) : undefined) ?? null,
      nutriments: nutrition.nutriments,
      nutrition_basis: nutrition.nutrition_basis,
      serving_size: (nutrition.nutriments && cutText(readText(row, 'serving_size'), 100)) || null,
      no_nutrition_data: noNutritionData,
      nutri_score: findNutriScore(row),
      ingredients_text: ingredientsText,
      allergens: readEnglishTags(row, 'allergens_tags'),
      images: findImages(row),
      attributes: buildAttributes(countriesSold, readEnglishTags(row, 'labels_tags')),
    },
    isObsolete: isOn(row['obsolete']),
    fieldSources: findFieldSources(row),
  };
  return { ok: true, code, record, barcodeRefusal: gtin.ok ? undefined : gtin.reason, warnings };
}

function findName(row: ExportRow): string | undefined {
  return findLocalized(row, 'product_name', isName) ?? findLocalized(row, 'generic_name', isName);
}

/** By the part that is kept. */
const isName = (text: string) => hasWord(cutText(text, LONGEST_NAME));

/** Contributors mark allergens as `_milk_`; the marks are no part of the text. */
function findIngredients(row: ExportRow): string | null {
  const text = findLocalized(row, 'ingredients_text', (value) => value !== '');
  return text?.replaceAll(/_([^_]+)_/g, '$1') ?? null;
}

/** The field itself, then its form in the row's own language, in English, then in any. */
function findLocalized(row: ExportRow, field: string, isGood: (text: string) => boolean): string | undefined {
  const languages = [readText(row, 'lang'), readText(row, 'lc'), 'en'].filter(Boolean);
  const keys = [field, ...languages.map((language) => `${field}_${language}`)];
  for (const key of keys) {
    const text = readText(row, key);
    if (isGood(text)) return text;
  }
  const pattern = new RegExp(`^${field}_[a-z]{2}$`);
  for (const key of Object.keys(row)
    .filter((candidate) => pattern.test(candidate))
    .sort()) {
    const text = readText(row, key);
    if (isGood(text)) return text;
  }
  return undefined;
}

/** The first; the others are now a legal form, now an older name, and most often brands of their own. */
function findBrand(row: ExportRow): string | null {
  const names = readText(row, 'brands')
    .split(',')
    .map((part) => cutText(part.trim(), LONGEST_BRAND));
  return names.find(hasWord) ?? null;
}

/** The tags go from general to specific, and branches may be mixed: the last one we know says most. */
function findCategoryCode(row: ExportRow, categoryCodes: ReadonlySet<string>): string | null {
  return readEnglishTags(row, 'categories_tags').findLast((code) => categoryCodes.has(code)) ?? null;
}

function findNetContent(row: ExportRow): NetContent | null {
  const quantity = readText(row, 'quantity');
  const unit = readText(row, 'product_quantity_unit');
  const separate = unit
    ? convertQuantity(Number(readText(row, 'product_quantity') || Number.NaN), unit)
    : undefined;
  return separate ?? parseQuantity(quantity) ?? null;
}

/** Where a product is sold (`countries_tags`) says nothing about where it comes from. */
function findOrigin(row: ExportRow): string | undefined {
  const lastPlace = readText(row, 'manufacturing_places').split(',').at(-1) ?? '';
  return findCountry(lastPlace) ?? findCountry(findOnly(readText(row, 'origins').split(',')) ?? '');
}

function findNutriScore(row: ExportRow): ProductFacts['nutri_score'] {
  const given = readText(row, 'nutriscore_grade').toLowerCase();
  return FACTS.nutri_score.value.options.find((grade) => grade === given) ?? null;
}

function findImages(row: ExportRow): string[] {
  const url = readText(row, 'image_url') || readText(row, 'image_front_url');
  return /^https?:\/\/\S{1,490}$/.test(url) ? [url] : [];
}

function buildAttributes(countriesSold: string[], labels: string[]): Record<string, unknown> {
  return {
    ...(countriesSold.length > 0 && { countries_sold: countriesSold }),
    ...(labels.length > 0 && { labels }),
  };
}

/** Rows that Open Food Facts took from the USDA's branded foods list which of their fields came from there. */
function findFieldSources(row: ExportRow): ImportRecord['fieldSources'] {
  const given = new Set<unknown>();
  for (const source of asList(row['sources'])) {
    if (isExportRow(source) && source['id'] === 'usda-ndb') {
      for (const field of asList(source['fields'])) given.add(field);
    }
  }
  const has = (...names: string[]) => names.every((name) => given.has(name));
  return {
    ...((has('product_name_en') || has('product_name')) && { name: 'usda' }),
    ...(has('brands') && { brand: 'usda' }),
    ...((has('ingredients_text_en') || has('ingredients_text')) && { ingredients_text: 'usda' }),
    ...(has('nutrients.energy', 'nutrients.fat', 'nutrients.carbohydrates', 'nutrients.proteins') && {
      nutriments: 'usda',
      nutrition_basis: 'usda',
    }),
  };
}

function readText(row: ExportRow, key: string): string {
  const value = row[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? cleanText(value) : '';
}

/** A list in JSON, a text with commas in the tab-separated form. */
function readTags(row: ExportRow, key: string): string[] {
  const value = row[key];
  const items = typeof value === 'string' ? value.split(',') : asList(value);
  return items
    .filter((item) => typeof item === 'string')
    .map(cleanText)
    .filter(Boolean);
}

function readEnglishTags(row: ExportRow, key: string): string[] {
  const tags = readTags(row, key).filter((tag) => tag.startsWith('en:'));
  return [...new Set(tags.map((tag) => tag.slice('en:'.length)))];
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const findOnly = (items: readonly string[]) => (items.length === 1 ? items[0] : undefined);
const isOn = (value: unknown) => value === 'on' || value === '1' || value === 1 || value === true;
