import { findCountry } from '../../../data/countries.ts';
import { LABEL_CODES } from '../../../facts/registry/fact-codes.ts';
import { LANGUAGE_CODES } from '../../../facts/registry/language-codes.ts';
import { OFF_LABELS } from '../../../facts/registry/off-names.ts';
import { readStatements } from '../../../facts/values/read-statements.ts';
import { splitCodes } from '../../../facts/values/split-codes.ts';
import { parseQuantity } from '../../../platform/text/amounts/parse-quantity.ts';
import { webAddress } from '../../../platform/text/text-contract.ts';
import { isOffField } from '../off-product.ts';
import { tagOf, withoutLanguage } from '../off-tags.ts';
import { takeNutriments, refuseWrittenField } from './read-nutriments.ts';
import type { WrittenFields } from './written-fields.ts';

export interface WrittenTo {
  /** The product, as a submission names it. */
  named: { gtin: string } | { product_id: string };
  /** The language of the product's name; undefined for a product that is not known. */
  nameLang: string | null | undefined;
  /** Codes of categories that are known, of `categoryCodesOf`. */
  categories: ReadonlySet<string>;
}

/** About the request, not about the product. */
const IGNORED = new Set(
  (
    'code lc tags_lc cc user_id userid password action type process json fields app_uuid app_platform .submit ' +
    'submit id _id knowledge_panels_included'
  ).split(' '),
);
/** Fields of an answer that a write may repeat; the others are computed, and cannot be written. */
const KEPT = new Set([
  'quantity',
  'categories',
  'countries',
  'origins',
  'allergens',
  'traces',
  'generic_name',
]);
const LONGEST_NOTE = 1_000;
/** A longer text is no quantity, and costs time to read as one. */
const LONGEST_QUANTITY = 200;
const MOST_ITEMS = 300;

/** Returns the tags in the text of categories, as codes. */
export const categoryCodesOf = (fields: WrittenFields): string[] =>
  itemsOf(fields.get('categories')).map((item) => tagOf(withoutLanguage(item)));

/**
 * Returns the body of a submission with what the fields say. What has no place among our facts is written into its note, so
 * that a reviewer reads it.
 * @throws ApiError `validation_failed` for a value that cannot be, or for more text than the note takes
 */
export function buildSubmission(given: WrittenFields, to: WrittenTo): Record<string, unknown> {
  const fields = new Map([...given].filter(([name]) => !IGNORED.has(name)));
  const content = takeQuantity(fields);
  const lang = languageOf(given, to);
  fields.delete('lang');
  const body = {
    ...to.named,
    ...takeNames(fields, lang, to),
    ...takeIngredients(fields, lang),
    ...takeBrands(fields),
    ...content,
    ...takeCategory(fields, to.categories),
    ...takeLists(fields),
    ...takeNutriments(fields, content['net_content_unit'] === 'ml' || content['net_content_unit'] === 'l'),
    ...takeText(fields, 'serving_size', 'serving_size'),
    ...takeLink(fields),
  };
  const note = buildNote(fields);
  return note === '' ? body : { ...body, note };
}

/** The main language: that of a known product, else the one that the request states, else that of its only name. */
function languageOf(fields: WrittenFields, { nameLang }: WrittenTo): string | undefined {
  const named = [...fields.keys()].flatMap((name) => /^product_name_([a-z]{2})$/.exec(name)?.[1] ?? []);
  const stated = [nameLang, fields.get('lang'), fields.get('lc'), named.length === 1 ? named[0] : undefined];
  return stated.find((lang) => typeof lang === 'string' && LANGUAGE_CODES.includes(lang)) ?? undefined;
}

type Facts = Record<string, unknown>;

/** Takes a field and its variants by language out of the fields: `product_name`, `product_name_de`. */
function takeTexts(fields: Map<string, string>, name: string, lang: string | undefined) {
  const others: Record<string, string> = {};
  let main = take(fields, name);
  for (const code of LANGUAGE_CODES) {
    const text = take(fields, `${name}_${code}`);
    if (text === undefined) continue;
    if (code === lang) main = text;
    else others[code] = text;
  }
  return { main, others: Object.keys(others).length > 0 ? others : undefined };
}

function takeNames(fields: Map<string, string>, lang: string | undefined, to: WrittenTo): Facts {
  const { main, others } = takeTexts(fields, 'product_name', lang);
  const generic = takeTexts(fields, 'generic_name', lang);
  const genericNames = { ...generic.others, ...(generic.main && lang && { [lang]: generic.main }) };
  if (generic.main && !lang) fields.set('generic_name', generic.main);
  // The name of a new product is needed, in whatever language it is.
  const [first] = to.nameLang === undefined && main === undefined ? Object.entries(others ?? {}) : [];
  return {
    ...(main !== undefined && { name: main, ...(lang && { name_lang: lang }) }),
    ...(first && { name: first[1], name_lang: first[0] }),
    ...(others && { names: others }),
    ...(Object.keys(genericNames).length > 0 && { generic_names: genericNames }),
  };
}

function takeIngredients(fields: Map<string, string>, lang: string | undefined): Facts {
  const { main, others } = takeTexts(fields, 'ingredients_text', lang);
  return {
    ...(main !== undefined && { ingredients_text: main, ...(lang && { ingredients_lang: lang }) }),
    ...(others && { ingredients_texts: others }),
  };
}

function takeBrands(fields: Map<string, string>): Facts {
  const brands = itemsOf(take(fields, 'brands'));
  return { ...(brands[0] && { brand: brands[0] }), ...(brands.length > 1 && { brands }) };
}

/** The text stays for a reviewer if it says more than the amount. */
function takeQuantity(fields: Map<string, string>): Facts {
  const text = fields.get('quantity') ?? '';
  const parsed = text === '' || text.length > LONGEST_QUANTITY ? undefined : parseQuantity(text);
  if (!parsed) return {};
  if (text.toLowerCase().replaceAll(/\s/g, '') === `${parsed.value}${parsed.unit}`) fields.delete('quantity');
  return { net_content_value: parsed.value, net_content_unit: parsed.unit };
}

/** Tags go from general to specific. The text stays for a reviewer if it has a category that is not known. */
function takeCategory(fields: Map<string, string>, known: ReadonlySet<string>): Facts {
  const codes = categoryCodesOf(fields);
  const category = codes.findLast((code) => known.has(code));
  if (codes.every((code) => known.has(code))) fields.delete('categories');
  return category === undefined ? {} : { category };
}

function takeLists(fields: Map<string, string>): Facts {
  const facts: Facts = {};
  const set = (name: string, items: readonly string[]) => {
    if (items.length > 0) facts[name] = items;
  };
  const labels = splitCodes(plainItems(take(fields, 'labels')), LABEL_CODES, OFF_LABELS);
  set('labels', labels.codes);
  set('labels_other', labels.others);
  for (const name of ['allergens', 'traces']) {
    const { codes, others } = readStatements(plainItems(fields.get(name)));
    set(name, codes);
    set(`${name}_other`, others);
    // "None" is no allergen, and stays for a reviewer.
    if (codes.length + others.length > 0) fields.delete(name);
  }
  const countries = itemsOf(fields.get('countries'));
  const known = countries.flatMap((item) => findCountry(item) ?? []);
  set('countries_sold', [...new Set(known)]);
  if (known.length === countries.length) fields.delete('countries');
  for (const name of ['stores', 'packaging', 'manufacturing_places'])
    set(name, plainItems(take(fields, name)));
  const origins = itemsOf(fields.get('origins'));
  const origin = origins.length === 1 ? findCountry(origins[0] ?? '') : undefined;
  if (origin === undefined) return facts;
  fields.delete('origins');
  return { ...facts, country_of_origin: origin };
}

function takeText(fields: Map<string, string>, name: string, fact: string): Facts {
  const text = take(fields, name);
  return text === undefined ? {} : { [fact]: text };
}

function takeLink(fields: Map<string, string>): Facts {
  const { success } = webAddress().safeParse(fields.get('link') ?? '');
  return success ? takeText(fields, 'link', 'source_url') : {};
}

/** @throws ApiError `validation_failed` */
function buildNote(fields: Map<string, string>): string {
  const comment = take(fields, 'comment');
  const app = [take(fields, 'app_name'), take(fields, 'app_version')].filter(Boolean).join(' ');
  for (const name of fields.keys()) if (isOffField(name) && !KEPT.has(name)) fields.delete(name);
  const rest = [...fields].map(([name, value]) => `${name}: ${value}`);
  const note = [comment, ...rest, app && `sent by ${app}`].filter(Boolean).join('; ');
  if (Array.from(note).length <= LONGEST_NOTE) return note;
  throw refuseWrittenField(
    [...fields.keys()].join(', ') || 'comment',
    `These have no fact of their own here, and together more than the ${LONGEST_NOTE} characters of a note.`,
  );
}

function take(fields: Map<string, string>, name: string): string | undefined {
  const value = fields.get(name);
  fields.delete(name);
  return value;
}

function itemsOf(text: string | undefined): string[] {
  const items = (text ?? '').split(',', MOST_ITEMS + 1).map((item) => item.trim());
  if (items.length > MOST_ITEMS)
    throw refuseWrittenField(items[0] ?? '', `This list has more than ${MOST_ITEMS} items.`);
  return [...new Set(items.filter(Boolean))];
}

const plainItems = (text: string | undefined) => itemsOf(text).map(withoutLanguage);
