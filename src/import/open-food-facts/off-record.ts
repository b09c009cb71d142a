import { parseGtin } from '../../catalog/barcodes/gtin.ts';
import { findCountry } from '../../catalog/countries/country-names.ts';
import { buildNoFacts, FACTS, type ProductFacts } from '../../facts/registry/fact-registry.ts';
import { hasWord } from '../../text/fold-text.ts';
import type { ImportRecord, MappedRow, RowWarning } from '../import-record.ts';
import type { MappingCatalogue } from '../importer.ts';
import { isFileRow, type FileRow } from '../reading/file-row.ts';
import { cleanText, cutText } from '../values/clean-text.ts';
import { convertQuantity, parseQuantity, type NetContent } from '../values/parse-quantity.ts';
import { chooseName } from '../values/product-name.ts';
import { hasNoNutritionData, readOffNutriments } from './off-nutriments.ts';
import { isCategoryOf, readProductType, type ProductType } from './off-product-type.ts';

export interface OffOptions extends MappingCatalogue {
  /** What a row is that does not say it. */
  productType: ProductType;
  /** Takes the only country where a product is sold as its origin when nothing better is given. For measuring. */
  originFromSold: boolean;
}

const LONGEST_BRAND = 120;
const LONGEST_INGREDIENTS = 20_000;
/** What an operator may write as an attribute. */
const LONGEST_ATTRIBUTE = 500;

/**
 * One row of an Open Food Facts export in our words: a JSON line or a row of the tab-separated form, read by column
 * name; of Open Beauty, Pet Food and Products Facts too. docs/import.md holds the rules. Pure: the same row gives the
 * same record, key order included.
 */
export function mapOffRow(row: FileRow, options: OffOptions): MappedRow {
  const code = readText(row, 'code') || readText(row, '_id') || readText(row, 'id');
  if (!code) return { ok: false, code, reason: 'no_code' };
  const chosen = chooseName(listNames(row), code);
  if ('reason' in chosen) return { ok: false, code, reason: chosen.reason };

  const warnings: RowWarning[] = [...chosen.warnings];
  const fullIngredients = findIngredients(row);
  const ingredientsText = fullIngredients && cutText(fullIngredients, LONGEST_INGREDIENTS);
  if (ingredientsText !== fullIngredients) warnings.push({ reason: 'ingredients_cut' });

  const productType = readProductType(row) ?? options.productType;
  const gtin = parseGtin(code);
  const netContent = findNetContent(row);
  const noNutritionData = hasNoNutritionData(row);
  const nutrition = readOffNutriments(
    noNutritionData ? {} : row,
    netContent?.unit === 'ml' || netContent?.unit === 'l',
  );
  for (let i = 0; i < nutrition.implausibleCount; i += 1) warnings.push({ reason: 'implausible_nutriment' });
  const countriesSold = [
    ...new Set(readTags(row, 'countries_tags').flatMap((tag) => findCountry(tag) ?? [])),
  ].sort();

  const record: ImportRecord = {
    sourceKey: gtin.ok ? gtin.gtin14 : code.slice(0, 100),
    barcode: gtin.ok
      ? { gtin14: gtin.gtin14, type: gtin.type, packLevelDefault: gtin.packLevelDefault }
      : null,
    archiveKind: productType.archiveKind,
    facts: Object.assign(buildNoFacts(), {
      name: chosen.name,
      brand: findBrand(row),
      category: findCategoryCode(row, productType, options),
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
      attributes: buildAttributes(row, countriesSold, productType, ingredientsText),
    } satisfies Partial<ProductFacts>),
    isObsolete: isOn(row['obsolete']),
    fieldSources: findFieldSources(row),
  };
  return { ok: true, code, record, barcodeRefusal: gtin.ok ? undefined : gtin.reason, warnings };
}

function* listNames(row: FileRow): Generator<string> {
  yield* listLocalized(row, 'product_name');
  yield* listLocalized(row, 'generic_name');
}

/** Contributors mark allergens as `_milk_`; the marks are no part of the text. */
function findIngredients(row: FileRow): string | null {
  for (const given of listLocalized(row, 'ingredients_text')) {
    const text = cleanText(given);
    if (text !== '') return text.replaceAll(/_([^_]+)_/g, '$1');
  }
  return null;
}

/** The field itself, then its form in the row's own language, in English, then in any. As they are given. */
function* listLocalized(row: FileRow, field: string): Generator<string> {
  const languages = [readText(row, 'lang'), readText(row, 'lc'), 'en'].filter(Boolean);
  const keys = [field, ...languages.map((language) => `${field}_${language}`)];
  for (const key of keys) if (typeof row[key] === 'string') yield row[key];
  const others = Object.keys(row).filter(
    (key) => key.startsWith(`${field}_`) && /^[a-z]{2}$/.test(key.slice(field.length + 1)),
  );
  for (const key of others.sort()) if (typeof row[key] === 'string') yield row[key];
}

/** The first; the others are now a legal form, now an older name, and most often brands of their own. */
function findBrand(row: FileRow): string | null {
  const names = readText(row, 'brands')
    .split(',')
    .map((part) => cutText(part.trim(), LONGEST_BRAND));
  return names.find(hasWord) ?? null;
}

/** The tags go from general to specific, and branches may be mixed: the last one we know says most. */
function findCategoryCode(
  row: FileRow,
  productType: ProductType,
  { categoryKinds }: MappingCatalogue,
): string | null {
  const isKnown = (code: string) => {
    const kind = categoryKinds.get(code);
    return kind !== undefined && isCategoryOf(productType, kind);
  };
  return readEnglishTags(row, 'categories_tags').findLast(isKnown) ?? null;
}

function findNetContent(row: FileRow): NetContent | null {
  const quantity = readText(row, 'quantity');
  const unit = readText(row, 'product_quantity_unit');
  const separate = unit
    ? convertQuantity(Number(readText(row, 'product_quantity') || Number.NaN), unit)
    : undefined;
  return separate ?? parseQuantity(quantity) ?? null;
}

/** Where a product is sold (`countries_tags`) says nothing about where it comes from. */
function findOrigin(row: FileRow): string | undefined {
  const lastPlace = readText(row, 'manufacturing_places').split(',').at(-1) ?? '';
  return findCountry(lastPlace) ?? findCountry(findOnly(readText(row, 'origins').split(',')) ?? '');
}

function findNutriScore(row: FileRow): ProductFacts['nutri_score'] {
  const given = readText(row, 'nutriscore_grade').toLowerCase();
  return FACTS.nutri_score.value.options.find((grade) => grade === given) ?? null;
}

function findImages(row: FileRow): string[] {
  const url = readText(row, 'image_url') || readText(row, 'image_front_url');
  return /^https?:\/\/\S{1,490}$/.test(url) ? [url] : [];
}

function buildAttributes(
  row: FileRow,
  countriesSold: string[],
  { ingredientsKey }: ProductType,
  ingredientsText: string | null,
): Record<string, unknown> {
  const labels = readEnglishTags(row, 'labels_tags');
  const months = readPeriodAfterOpening(row);
  return {
    ...(countriesSold.length > 0 && { countries_sold: countriesSold }),
    ...(labels.length > 0 && { labels }),
    ...(ingredientsKey &&
      ingredientsText && { [ingredientsKey]: cutText(ingredientsText, LONGEST_ATTRIBUTE) }),
    ...(months !== undefined && { period_after_opening_months: months }),
  };
}

/** `12 M`, `en:12-months`: of several the shortest. */
function readPeriodAfterOpening(row: FileRow): number | undefined {
  const texts = [...readTags(row, 'periods_after_opening'), ...readTags(row, 'periods_after_opening_tags')];
  const months = texts.flatMap((text) => {
    const [, number] = /^(?:[a-z]{2}:)?(\d{1,2})[ -]?m(?:onths?|ois)?$/i.exec(text) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return months.length > 0 ? Math.min(...months) : undefined;
}

/** Rows that Open Food Facts took from the USDA's branded foods list which of their fields came from there. */
function findFieldSources(row: FileRow): ImportRecord['fieldSources'] {
  const given = new Set<unknown>();
  for (const source of asList(row['sources'])) {
    if (isFileRow(source) && source['id'] === 'usda-ndb') {
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

function readText(row: FileRow, key: string): string {
  const value = row[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? cleanText(value) : '';
}

/** A list in JSON, a text with commas in the tab-separated form. */
function readTags(row: FileRow, key: string): string[] {
  const value = row[key];
  const items = typeof value === 'string' ? value.split(',') : asList(value);
  return items
    .filter((item) => typeof item === 'string')
    .map(cleanText)
    .filter(Boolean);
}

function readEnglishTags(row: FileRow, key: string): string[] {
  const tags = readTags(row, key).filter((tag) => tag.startsWith('en:'));
  return [...new Set(tags.map((tag) => tag.slice('en:'.length)))];
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const findOnly = (items: readonly string[]) => (items.length === 1 ? items[0] : undefined);
const isOn = (value: unknown) => value === 'on' || value === '1' || value === 1 || value === true;
