import type { AnsweredProduct, ProductPart } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { offLabelOf } from '../../facts/registry/off-names.ts';
import { renderAnalysis, renderIngredients, renderIngredientTags } from './off-ingredients.ts';
import { renderLevels, renderNutriments } from './off-nutriments.ts';
import { IMAGE_FIELDS, renderImage, renderSelectedImages } from './off-pictures.ts';
import { tagOf } from './off-tags.ts';

/** A product in the form of Open Food Facts: fields by their names there, unknown ones left out. */
export type OffProduct = Record<string, unknown>;

interface Context {
  /** In their form; the code that was asked for, if one was. */
  code: string;
  root: string;
}

interface OffField {
  /** The facts that it is computed from. */
  needs: readonly (keyof AnsweredProduct)[];
  render: (product: ProductPart, context: Context) => unknown;
}

const field = (needs: OffField['needs'], render: OffField['render']): OffField => ({ needs, render });

const GRADE_UNKNOWN = 'unknown';

const brands = field(['brand', 'brands'], ({ brand, brands: all = [] }) =>
  (all.length > 0 ? all : [brand].filter(Boolean)).join(', '),
);
const language = field(['name_lang'], ({ name_lang }) => name_lang ?? 'xx');
const code = field([], (_product, context) => context.code);
const categoryTags = field(['category_path'], (product) => listCategories(product).map((one) => `en:${one}`));
const labelTags = field(['labels', 'labels_other'], ({ labels = [], labels_other = [] }) => [
  ...labels.map((one) => `en:${offLabelOf(one)}`),
  ...labels_other.map((one) => `xx:${tagOf(one)}`),
]);
const countryTags = field(['countries_sold'], ({ countries_sold = [] }) =>
  countries_sold.map((one) => `en:${tagOf(one)}`),
);
const allergenTags = field(['allergens', 'allergens_other', 'allergen_states'], (product) =>
  renderAllergens(product, 'contains', [...(product.allergens ?? [])], product.allergens_other),
);
const traceTags = field(['traces', 'traces_other', 'allergen_states'], (product) =>
  renderAllergens(product, 'may_contain', [...(product.traces ?? [])], product.traces_other),
);
const nutriScore = field(['nutri_score'], ({ nutri_score }) => nutri_score ?? GRADE_UNKNOWN);
const environmentalScore = field(
  ['environmental_score'],
  ({ environmental_score }) => environmental_score ?? GRADE_UNKNOWN,
);

/** The time of the source, else ours. */
const timeOf = (name: 'created_at' | 'updated_at'): OffField =>
  field([`source_${name}`, name], (product) => secondsOf(product[`source_${name}`] ?? product[name]));

/** The plain fields, in the order of the answer. Those of pictures and languages follow. */
const FIELDS: Readonly<Record<string, OffField>> = {
  code,
  _id: code,
  id: code,
  product_type: field(['archive_kind'], ({ archive_kind }) => typeOf(archive_kind)),
  lang: language,
  lc: language,
  product_name: field(['name'], ({ name }) => name),
  generic_name: field(
    ['generic_names', 'name_lang', 'description'],
    ({ generic_names = {}, name_lang, description }) => generic_names[name_lang ?? ''] ?? description ?? '',
  ),
  brands,
  brands_tags: field(brands.needs, (product, context) =>
    String(brands.render(product, context)).split(',').map(tagOf).filter(Boolean),
  ),
  brand_owner: field(['manufacturer'], ({ manufacturer }) => manufacturer),
  quantity: field(['quantity_text', 'net_content_value', 'net_content_unit'], renderQuantity),
  product_quantity: field(['net_content_value', 'net_content_unit'], (product) => measure(product)?.value),
  product_quantity_unit: field(
    ['net_content_value', 'net_content_unit'],
    (product) => measure(product)?.unit,
  ),
  serving_size: field(['serving_size'], ({ serving_size }) => serving_size),
  serving_quantity: field(['serving_value'], ({ serving_value }) => serving_value),
  serving_quantity_unit: field(['serving_unit'], ({ serving_unit }) => serving_unit),
  categories: field(['category_path'], (product) =>
    listCategories(product)
      .map((one) => product.code_names?.categories?.[one] ?? nameOf(one))
      .join(', '),
  ),
  categories_tags: categoryTags,
  categories_hierarchy: categoryTags,
  labels: field(['labels', 'labels_other'], ({ labels = [], labels_other = [], code_names }) =>
    [
      ...labels.map((one) => code_names?.labels?.[one] ?? nameOf(offLabelOf(one))),
      ...labels_other.map(nameOf),
    ].join(', '),
  ),
  labels_tags: labelTags,
  labels_hierarchy: labelTags,
  countries: field(['countries_sold'], ({ countries_sold = [], code_names }) =>
    countries_sold.map((one) => code_names?.countries?.[one] ?? one).join(', '),
  ),
  countries_tags: countryTags,
  countries_hierarchy: countryTags,
  // The country of origin of the product, which theirs has among the places of manufacture where it has them.
  origins: field(['country_of_origin', 'manufacturing_places'], renderOrigins),
  origins_tags: field(['country_of_origin', 'manufacturing_places'], (product) =>
    [renderOrigins(product)].filter(Boolean).map((one) => `en:${tagOf(one)}`),
  ),
  ...renderTexts('manufacturing_places'),
  ...renderTexts('stores'),
  ...renderTexts('packaging'),
  allergens: field(allergenTags.needs, (product, context) => join(allergenTags.render(product, context))),
  allergens_tags: allergenTags,
  allergens_hierarchy: allergenTags,
  allergens_from_ingredients: field(['allergen_states'], ({ allergen_states = [] }) =>
    allergen_states
      .filter(({ state, said_by }) => state === 'contains' && said_by.some((one) => one.in === 'ingredients'))
      .map(({ allergen }) => `en:${allergen}`)
      .join(', '),
  ),
  traces: field(traceTags.needs, (product, context) => join(traceTags.render(product, context))),
  traces_tags: traceTags,
  traces_hierarchy: traceTags,
  additives_tags: field(['additives'], ({ additives = [] }) => additives.map((one) => `en:${one}`)),
  // An empty list does not say that there are none.
  additives_n: field(['additives'], ({ additives = [] }) => additives.length || undefined),
  ingredients_text: field(['ingredients_text'], ({ ingredients_text }) => ingredients_text ?? ''),
  ingredients: field(['ingredients', 'ingredients_lang'], renderIngredients),
  ingredients_n: field(['ingredients'], ({ ingredients = [] }) => ingredients.length || undefined),
  ingredients_tags: field(['ingredients', 'ingredients_lang'], renderIngredientTags),
  ingredients_analysis_tags: field(['palm_oil', 'diets'], renderAnalysis),
  nutriments: field(['nutriments', 'nutrition_basis', 'serving_size'], renderNutriments),
  nutrition_data_per: field(['nutrition_basis'], ({ nutrition_basis: basis }) =>
    basis === '100ml' ? '100g' : basis,
  ),
  nutrient_levels: field(['nutrient_levels'], ({ nutrient_levels }) => renderLevels(nutrient_levels)),
  nutriscore_grade: nutriScore,
  nutrition_grades: nutriScore,
  nutrition_grade_fr: nutriScore,
  nutrition_grades_tags: field(nutriScore.needs, (product, context) => [nutriScore.render(product, context)]),
  nova_group: field(['nova_group'], ({ nova_group }) => nova_group),
  nova_groups: field(['nova_group'], ({ nova_group }) => nova_group && String(nova_group)),
  ecoscore_grade: environmentalScore,
  environmental_score_grade: environmentalScore,
  completeness: field(['quality_score'], ({ quality_score }) => quality_score),
  unique_scans_n: field(['popularity'], ({ popularity }) => popularity),
  created_t: timeOf('created_at'),
  last_modified_t: timeOf('updated_at'),
  last_updated_t: field(['updated_at'], ({ updated_at }) => secondsOf(updated_at)),
  url: field([], (product, { root }) => root + pageAddressOf(product)),
  data_sources: field(['sources'], ({ sources = [] }) => sources.map(({ name }) => name).join(', ')),
  sources_fields: field(['sources'], ({ sources = [] }) =>
    Object.fromEntries(
      sources.map(({ code: source, name, license, license_url, attribution, fields }) => [
        source,
        { name, license, license_url, attribution, fields },
      ]),
    ),
  ),
  selected_images: field(['pictures', 'name_lang'], renderSelectedImages),
  ...Object.fromEntries(
    IMAGE_FIELDS.map((image) => [
      image.name,
      field(['pictures', 'name_lang'], (product) => renderImage(product, image)),
    ]),
  ),
};

/** Texts in several languages: `product_name_de`. */
const TEXTS: Readonly<
  Record<
    string,
    { needs: keyof AnsweredProduct; read: (product: ProductPart) => Record<string, string> | undefined }
  >
> = {
  product_name: { needs: 'names', read: ({ names }) => names },
  generic_name: { needs: 'generic_names', read: ({ generic_names }) => generic_names },
  ingredients_text: { needs: 'ingredients_texts', read: ({ ingredients_texts }) => ingredients_texts },
};
const TEXT_OF_LANGUAGE = new RegExp(`^(${Object.keys(TEXTS).join('|')})_([a-z]{2})$`);

/** Returns whether an answer may have this field. */
export const isOffField = (name: string): boolean => Object.hasOwn(FIELDS, name);

/** Every field, with one of the languages for each text. */
const EVERY_FIELD = [...Object.keys(FIELDS), ...Object.keys(TEXTS).map((name) => `${name}_en`)];

/**
 * Returns the chosen names that are known here, or undefined for all: without a choice, and for `all` and `raw`. `none` chooses
 * nothing. Unknown names are ignored.
 */
export function readOffFields(text: string | undefined): readonly string[] | undefined {
  const names = (text ?? '').split(',').map((name) => name.trim().split('.')[0] ?? '');
  if (names.every((name) => name === '') || names.includes('all') || names.includes('raw')) return undefined;
  return [...new Set(names)].filter((name) => Object.hasOwn(FIELDS, name) || TEXT_OF_LANGUAGE.test(name));
}

/** Returns the fields of our own detail that these fields need; undefined: all fields. */
export function neededFacts(fields: readonly string[] = EVERY_FIELD): string[] {
  const needs = fields.flatMap((name): readonly string[] => {
    const text = TEXTS[TEXT_OF_LANGUAGE.exec(name)?.[1] ?? ''];
    return text ? [text.needs] : (FIELDS[name]?.needs ?? []);
  });
  return [...new Set(['gtin', ...needs])];
}

/**
 * Returns a product in the form of Open Food Facts, with the fields of `fields`, or all.
 * @param asked the code that was asked for, in their form; otherwise it is the primary barcode, else the product's id
 */
export function renderOffProduct(
  product: ProductPart,
  { fields, root, asked }: { fields: readonly string[] | undefined; root: string; asked?: string },
): OffProduct {
  const context = { root, code: asked ?? (product.gtin === null ? product.id : offCodeOf(product.gtin)) };
  const answer: OffProduct = {};
  for (const name of fields ?? Object.keys(FIELDS)) {
    const value = FIELDS[name]?.render(product, context) ?? renderText(product, name);
    if (value !== undefined && value !== null) answer[name] = value;
  }
  if (fields === undefined) {
    for (const [name, { read }] of Object.entries(TEXTS)) {
      for (const [lang, text] of Object.entries(read(product) ?? {})) answer[`${name}_${lang}`] = text;
    }
  }
  return answer;
}

/** Returns a code in their form: without leading zeros up to 8 digits padded to 8, more padded to 13. */
export function offCodeOf(digits: string): string {
  const plain = digits.replace(/^0+/, '');
  return plain.padStart(plain.length <= 8 ? 8 : 13, '0');
}

function renderText(product: ProductPart, name: string): string | undefined {
  const [, text = '', lang = ''] = TEXT_OF_LANGUAGE.exec(name) ?? [];
  const texts = TEXTS[text]?.read(product) ?? {};
  return Object.hasOwn(texts, lang) ? texts[lang] : undefined;
}

/** The types of theirs that have a name of their own. */
const TYPES: readonly string[] = ['food', 'beauty', 'petfood'];
const typeOf = (kind: string | undefined) => (kind !== undefined && TYPES.includes(kind) ? kind : 'product');

/** Returns the codes of the category and its ancestors, without the root, which is a kind, and without "uncategorized". */
function listCategories({ category_path: path }: ProductPart): string[] {
  return (path?.split('/') ?? []).slice(1).filter((one) => !one.startsWith('uncategorized'));
}

/** Returns what the strictest claim of any source says, and what a list states. */
function renderAllergens(
  { allergen_states = [] }: ProductPart,
  wanted: 'contains' | 'may_contain',
  stated: readonly string[],
  others: readonly string[] = [],
): string[] {
  const found = allergen_states.filter(({ state }) => state === wanted).map(({ allergen }) => allergen);
  return [
    ...[...new Set([...stated, ...found])].map((one) => `en:${one}`),
    ...others.map((one) => `xx:${tagOf(one)}`),
  ];
}

function renderQuantity({
  quantity_text: text,
  net_content_value: value,
  net_content_unit: unit,
}: ProductPart): string {
  return text ?? (value == null || unit == null ? '' : `${value} ${unit}`);
}

/** In grams or millilitres; undefined for pieces and metres. */
function measure({ net_content_value: value, net_content_unit: unit }: ProductPart) {
  if (value == null || unit == null || !['g', 'kg', 'ml', 'l'].includes(unit)) return undefined;
  const isSmall = unit === 'g' || unit === 'ml';
  return { value: isSmall ? value : value * 1_000, unit: unit.endsWith('g') ? 'g' : 'ml' };
}

function renderOrigins({ country_of_origin, manufacturing_places = [] }: ProductPart): string {
  return manufacturing_places.length > 0 ? '' : (country_of_origin ?? '');
}

/** A list of texts: as one text, and as tags. */
function renderTexts(name: 'manufacturing_places' | 'stores' | 'packaging'): Record<string, OffField> {
  return {
    [name]: field([name], (product) => (product[name] ?? []).join(', ')),
    [`${name}_tags`]: field([name], (product) => (product[name] ?? []).map(tagOf)),
  };
}

const secondsOf = (time: string | undefined) =>
  time === undefined ? undefined : Math.floor(Date.parse(time) / 1_000);
const join = (tags: unknown) => (tags as string[]).join(',');
const nameOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
