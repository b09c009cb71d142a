import * as fc from 'fast-check';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { NASTY_TEXTS } from '../imports/garbage.ts';
import { gtinOf } from '../imports/export-file.ts';

/** Of these folding leaves little or nothing, much more than there was, or something else. */
const ODD_TEXTS = [
  '!!!',
  '---',
  '™',
  '²',
  '①',
  '\u{1F4A5}',
  '\u{20000}',
  '\u0301',
  '\u200B',
  '\u00AD',
  'ﷺ'.repeat(120),
  '㌖'.repeat(120),
  'ß'.repeat(120),
  'İ',
  'x'.repeat(120),
  'x'.repeat(200),
  '𝒜'.repeat(60),
  'a'.concat('\u0301'.repeat(119)),
  '. . .',
  '%_\\',
  'a:b:c AND (d OR "e")',
  '-milk',
  '"milk',
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS, ...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 6, arbitrary: fc.constantFrom('Milk', 'Oat drink', 'Côte d’Azur', '牛乳', 'Молоко') },
);
const amount = fc.oneof(
  fc.constantFrom(0.001, 1, 400, 1.5),
  fc.constantFrom(0, -0, 1_000_000, 1_000_000_000, 1e-7, 0.1 + 0.2, 999_999.999_999_9),
  fc.double({ min: 0, max: 1_000_000_000, noNaN: true }),
);
const attributes = fc.dictionary(
  fc.constantFrom('screen_size', 'model', 'labels', 'constructor', 'x', 'countries_sold', 'toString'),
  fc.oneof(text, amount, fc.boolean(), fc.array(text, { maxLength: 3 })),
  { maxKeys: 4 },
);

export interface KnownThings {
  gtins: string[];
  productIds: string[];
  categories: string[];
}

/** An item of back-flow, mostly of the right shape, with odd values. */
const sharedFields = (known: KnownThings) => ({
  name: text,
  brand: text,
  category: fc.constantFrom(...known.categories, ...known.categories, 'nowhere'),
  net_content_value: amount,
  net_content_unit: fc.constantFrom('g', 'kg', 'ml', 'l', 'pcs', 'm'),
  country_of_origin: text,
  nutriments: fc.dictionary(fc.constantFrom(...NUTRIMENT_KEYS), amount, { maxKeys: 5 }),
  ingredients_text: text,
  attributes,
  note: text,
});

const gtinsOf = ({ gtins }: KnownThings) =>
  fc.oneof(fc.constantFrom(...gtins), fc.integer({ min: 10_000, max: 99_999 }).map(gtinOf));

/** Each of these may be accepted or refused; an accepted one must be shown. */
export function submittedBody(known: KnownThings): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    {
      gtin: gtinsOf(known),
      product_id: fc.constantFrom(...known.productIds),
      ...sharedFields(known),
      nutrition_basis: fc.constantFrom('100g', '100ml', 'serving'),
      nutri_score: fc.constantFrom('a', 'e'),
      msrp: fc.record(
        {
          amount: fc.oneof(fc.constantFrom(0, 3.99, 1_000_000_000), amount),
          currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
          region: fc.constantFrom('FR', 'EU', 'GLOBAL'),
          effective_date: fc.constantFrom(null, '1900-01-01', '2199-12-31'),
          note: text,
        },
        { requiredKeys: ['amount', 'currency'] },
      ),
      source_url: fc.constantFrom('https://example.com/%00', 'https://xn--80ak6aa92e.com/?q=<script>'),
    },
    { requiredKeys: [] },
  );
}

export function backflowItem(known: KnownThings): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({ gtin: gtinsOf(known), ...sharedFields(known) }, { requiredKeys: ['gtin'] });
}

/** Content as no endpoint of this release takes it: of an older one, or written by hand. */
export const STORED_CONTENTS: unknown[] = [
  { name: 'Milk', brand: '!!!' },
  { name: '!!!' },
  { name: '' },
  { name: 'x'.repeat(100_000) },
  { name: 7, brand: ['a'], category: { code: 'food' } },
  { name: 'Milk', category: 'gone-since' },
  { name: 'Milk', category: 'NOT A CODE' },
  { name: 'Milk', net_content_value: 'four hundred', net_content_unit: 'stone' },
  { name: 'Milk', net_content_value: -1e300 },
  { name: 'Milk', country_of_origin: '\u202Edlrow' },
  { name: 'Milk', country_of_origin: 5 },
  { name: 'Milk', nutriments: { gold_g: 1, fat_g: 1 } },
  { name: 'Milk', nutriments: [1, 2] },
  { name: 'Milk', nutriments: 'much', nutrition_basis: '1kg', nutri_score: 'z' },
  { name: 'Milk', attributes: { Model: null, nested: { deep: [{}] } } },
  { name: 'Milk', attributes: 'a text' },
  { name: 'Milk', attributes: JSON.parse('{"__proto__": {"admin": true}}') as object },
  { name: 'Milk', ingredients_text: { en: 'milk' } },
  { name: 'Milk', msrp: { amount: -1, currency: 'DEM' } },
  { name: 'Milk', msrp: 'cheap' },
  { name: 'Milk', note: 7, source_url: ['javascript:alert(1)'] },
  { name: 'Milk', stars: 5, serving_size: '15 g', images: ['javascript:alert(1)'] },
  { name: 'Milk', constructor: 1, toString: 'x', hasOwnProperty: null },
  {},
  [],
  ['Milk'],
  'Milk',
  42,
  true,
  null,
];

/** Content of any shape. */
export const storedContent = fc.oneof(
  fc.constantFrom(...STORED_CONTENTS),
  fc.dictionary(
    fc.constantFrom(
      'name',
      'brand',
      'category',
      'net_content_value',
      'net_content_unit',
      'country_of_origin',
      'nutriments',
      'nutrition_basis',
      'nutri_score',
      'ingredients_text',
      'attributes',
      'msrp',
      'note',
      'constructor',
      'allergens',
      'no_nutrition_data',
      'gtin',
    ),
    fc.jsonValue({ maxDepth: 3, noUnicodeString: true }) as fc.Arbitrary<unknown>,
    { maxKeys: 6 },
  ),
);
