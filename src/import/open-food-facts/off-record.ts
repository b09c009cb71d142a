import { findCountry } from '../../data/countries.ts';
import { buildNoFacts, type ProductFacts } from '../../facts/registry/fact-list.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { foldText, hasWord } from '../../platform/text/fold-text.ts';
import type { ImportRecord, MappedRow, RowWarning } from '../import-record.ts';
import type { MappingCatalogue } from '../importer.ts';
import { isFileRow, type FileRow } from '../reading/file-row.ts';
import { cleanLines, cleanText, cutText } from '../values/clean-text.ts';
import { parseQuantity } from '../../platform/text/amounts/parse-quantity.ts';
import { convertQuantity, type NetContent } from '../../platform/text/amounts/units.ts';
import { chooseName } from '../values/product-name.ts';
import { readFeedNumber } from '../values/read-number.ts';
import { keyOfRow, readRowBarcode } from '../values/row-barcode.ts';
import { readFurtherFacts } from './off-further-facts.ts';
import { hasNoNutritionData, isOn, readOffNutriments } from './off-nutriments.ts';
import { readOffAdditives, readOffAllergens, readOffLabels } from './off-codes.ts';
import { readOffPictures } from './off-pictures.ts';
import { asList, listLocalized, readEnglishTags, readText, type LocalizedText } from './off-row.ts';
import { isCategoryOf, readProductType, type ProductType } from './off-product-type.ts';

export interface OffOptions extends MappingCatalogue {
  /** The type of rows that do not state one. */
  productType: ProductType;
}

const LONGEST_BRAND = 120;
/** The most characters of an item in a list of texts. */
const LONGEST_ITEM = 60;
/** `American Power Products, Inc.` is one brand, despite the comma. */
const LEGAL_FORM = /^(inc|llc|ltd|co|corp|plc|gmbh|ag|b\.?v|s\.?a|s\.?r\.?l|s\.?p\.?a)\.?$/i;
const LONGEST_INGREDIENTS = 20_000;
/** The limit for attributes that an operator writes. */
const LONGEST_ATTRIBUTE = 500;

/**
 * Maps one row of an Open Food Facts export (also Open Beauty, Pet Food and Products Facts): a JSON line, or a
 * tab-separated row by column name. See docs/import.md for the rules. Pure: the same row gives the same record,
 * including key order.
 */
export function mapOffRow(row: FileRow, options: OffOptions): MappedRow {
  const code = readText(row, 'code') || readText(row, '_id') || readText(row, 'id');
  if (!code) return { ok: false, code, reason: 'no_code' };
  const ownNames = listLocalized(row, 'product_name');
  const genericNames = listLocalized(row, 'generic_name');
  const names = [...ownNames, ...genericNames];
  const chosen = chooseName(names, code);
  if ('reason' in chosen) return { ok: false, code, reason: chosen.reason };

  const warnings: RowWarning[] = [...chosen.warnings];
  const nameLang = names[chosen.index]?.lang ?? null;
  const ingredientsTexts = listLocalized(row, 'ingredients_text');
  const ingredients = findIngredients(ingredientsTexts);
  const ingredientsText = ingredients ? cutText(ingredients.text, LONGEST_INGREDIENTS) : null;
  const ingredientsLang = ingredients?.lang ?? null;
  if (ingredients && ingredientsText !== ingredients.text) warnings.push({ reason: 'ingredients_cut' });

  const productType = readProductType(row) ?? options.productType;
  const read = readRowBarcode(code);
  const netContent = findNetContent(row, warnings);
  const noNutritionData = hasNoNutritionData(row);
  const nutrition = readOffNutriments(
    noNutritionData ? {} : row,
    netContent?.unit === 'ml' || netContent?.unit === 'l',
  );
  for (const detail of nutrition.withComma) warnings.push({ reason: 'decimal_sign', detail });
  for (let i = 0; i < nutrition.implausibleCount; i += 1) warnings.push({ reason: 'implausible_nutriment' });
  const further = readFurtherFacts(row);
  const brands = listBrands(row);

  const described = {
    name: chosen.name,
    brand: brands[0] ?? null,
    net_content_value: netContent?.value ?? null,
    net_content_unit: netContent?.unit ?? null,
  };
  const record: ImportRecord = {
    sourceKey: keyOfRow(code, read, described).slice(0, 100),
    barcode: read.barcode,
    archiveKind: productType.archiveKind,
    facts: Object.assign(buildNoFacts(), {
      ...described,
      name_lang: nameLang,
      names: readNames(ownNames, code, nameLang),
      generic_names: readNames(genericNames, code, null),
      description: findDescription(genericNames, chosen.name),
      brands: brands.length > 1 ? brands : [],
      manufacturer: findManufacturer(row),
      category: findCategoryCode(row, productType, options),
      quantity_text: netContent ? cutText(readText(row, 'quantity'), 100) || null : null,
      country_of_origin: findOrigin(row) ?? null,
      nutriments: nutrition.nutriments,
      nutrition_basis: nutrition.nutrition_basis,
      serving_size: cutText(readText(row, 'serving_size'), 100) || null,
      no_nutrition_data: noNutritionData,
      nutri_score: findNutriScore(row),
      ingredients_text: ingredientsText,
      ingredients_lang: ingredientsLang,
      ingredients_texts: readIngredientsTexts(ingredientsTexts, ingredientsLang),
      ...readOffAllergens(row, warnings),
      additives: readOffAdditives(row),
      ...readOffLabels(row),
      images: findImages(row),
      pictures: readOffPictures(row, code, productType),
      ...further,
      attributes: buildAttributes(productType, ingredientsText),
    } satisfies Partial<ProductFacts>),
    isObsolete: isOn(row['obsolete']),
    fieldSources: findFieldSources(row),
  };
  return { ok: true, code, record, barcodeRefusal: read.refusal, warnings };
}

/** Returns the brands, without legal forms such as `Inc.`. The first is the product’s; most others are brands of their own. */
function listBrands(row: FileRow): string[] {
  const names = readText(row, 'brands')
    .split(',')
    .map((part) => part.trim());
  return [...new Set(names.map((name, place) => cutText(name, place === 0 ? LONGEST_BRAND : LONGEST_ITEM)))]
    .filter((name) => hasWord(name) && !LEGAL_FORM.test(name))
    .slice(0, FACTS.brands.value.most);
}

/** Returns the generic name, unless it equals the product's name. */
function findDescription(genericNames: readonly LocalizedText[], name: string): string | null {
  const texts = genericNames.map(({ text }) => cutText(cleanText(text), FACTS.description.value.most));
  return texts.find((text) => hasWord(text) && foldText(text) !== foldText(name)) ?? null;
}

function findManufacturer(row: FileRow): string | null {
  const owner = cutText(readText(row, 'brand_owner'), FACTS.manufacturer.value.most);
  return hasWord(owner) ? owner : null;
}

/** Tags go from general to specific, but branches may be mixed: the last known tag is the most specific. */
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

/** The source computes `product_quantity` from the text, and reads `1 lb 4 oz` as one pound. */
function findNetContent(row: FileRow, warnings: RowWarning[]): NetContent | null {
  const quantity = readText(row, 'quantity');
  if (quantity !== '') return parseQuantity(quantity) ?? null;
  const read = readFeedNumber(row['product_quantity']);
  if ('value' in read) return convertQuantity(read.value, readText(row, 'product_quantity_unit')) ?? null;
  if (read.problem === 'other_sign') {
    const value = readText(row, 'product_quantity');
    warnings.push({ reason: 'decimal_sign', detail: `net_content_value: "${value}" has a decimal comma` });
  }
  return null;
}

/** The country of sale (`countries_tags`) says nothing about the origin. */
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
  { ingredientsKey }: ProductType,
  ingredientsText: string | null,
): Record<string, unknown> {
  return ingredientsKey && ingredientsText
    ? { [ingredientsKey]: cutText(cleanText(ingredientsText), LONGEST_ATTRIBUTE) }
    : {};
}

/** Returns the sources of fields: rows from the USDA's branded foods list which fields came from there. */
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

const findOnly = (items: readonly string[]) => (items.length === 1 ? items[0] : undefined);

type Texts = Record<string, string>;

const MOST_LANGUAGES = 40;
/** For a language other than the product's own. */
const LONGEST_OTHER_INGREDIENTS = 5_000;

/** Returns names by language, without the language of the product's name. */
function readNames(names: readonly LocalizedText[], code: string, mainLang: string | null): Texts {
  return listTexts(names, mainLang, (text, lang) => {
    const chosen = chooseName([{ text, lang }], code);
    return 'name' in chosen ? chosen.name : '';
  });
}

/** Returns ingredients by language, without the language of the product's own. */
function readIngredientsTexts(texts: readonly LocalizedText[], mainLang: string | null): Texts {
  return listTexts(texts, mainLang, (text) => cutText(cleanIngredients(text), LONGEST_OTHER_INGREDIENTS));
}

function listTexts(
  localized: readonly LocalizedText[],
  mainLang: string | null,
  clean: (text: string, lang: string) => string,
): Texts {
  const texts: Texts = {};
  for (const { text, lang } of localized) {
    if (lang === null || lang === mainLang || texts[lang]) continue;
    const cleaned = clean(text, lang);
    if (cleaned !== '' && Object.keys(texts).length < MOST_LANGUAGES) texts[lang] = cleaned;
  }
  return texts;
}

/** Returns the first text with any content. */
function findIngredients(texts: readonly LocalizedText[]): LocalizedText | undefined {
  for (const { text, lang } of texts) {
    const cleaned = cleanIngredients(text);
    if (cleaned !== '') return { text: cleaned, lang };
  }
  return undefined;
}

/** Removes the marks of allergens: contributors write `_milk_`. */
function cleanIngredients(text: string): string {
  return cleanLines(text).replaceAll(/_([^_\n]+)_/g, '$1');
}
