import { sql } from 'drizzle-orm';
import { computeCheckDigit } from '../../../src/facts/values/gtin.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import {
  clearCatalogue,
  insertKindFields,
  insertProduct,
  type ProductFacts,
} from '../catalogue/catalogue.ts';

/** Words of names, with accents, digits and other scripts among them. */
export const WORDS =
  'hazelnut spread crème brûlée yogurt natural oat drink 500 dark chocolate 70% sparkling water naïve müsli straße żurek olive oil extra virgin ラーメン tomato soup basil pesto rye bread coffee beans'.split(
    ' ',
  );
export const BRANDS = ['Avelotta', 'Sørbø & Fils', "O'Keeffe", 'Żabka Dobra', 'Nordwind', '3 Bears'];
export const CATEGORIES = [
  'food/spreads/sweet-spreads',
  'food/beverages/plant-drinks',
  'food/beverages',
  'food/pantry/soups',
];
export const COUNTRIES = ['France', 'Italy', 'Côte d’Ivoire', 'United Kingdom', 'Poland'];
export const PRODUCT_COUNT = 240;

/** A right GTIN-13 for each number: an ordinary prefix, 8 digits of the number, the check digit. */
export function gtinOf(number: number): string {
  const body = `3760${String(number).padStart(8, '0')}`;
  return body + computeCheckDigit(body);
}

/** A case of the product of this number. */
export function caseGtinOf(number: number): string {
  const body = `1${gtinOf(number).slice(0, 12)}`;
  return body + computeCheckDigit(body);
}

export function productIdOf(number: number): string {
  return `0198a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

const wordAt = (number: number) => WORDS[number % WORDS.length] ?? '';

/** The same catalogue in every database, with the same ids and times. */
export async function insertRecordedCatalogue(db: Db): Promise<void> {
  await clearCatalogue(db);
  await db.execute(sql`update sources set id = md5(code)::uuid`);
  await insertKindFields(db, 'electronics', [
    { key: 'screen_size', label: 'Screen size', unit: 'in', type: 'number', group: 'Display' },
    { key: 'wireless', label: 'Wireless', type: 'boolean' },
  ]);
  for (let number = 0; number < PRODUCT_COUNT; number += 1) await insertProduct(db, describeProduct(number));
}

function describeProduct(number: number): ProductFacts {
  const name = [number, number * 7 + 3, number * 11 + 5].map(wordAt).join(' ');
  const moment = new Date(Date.UTC(2026, number % 12, 1 + (number % 28), number % 24));
  const common: ProductFacts = {
    id: productIdOf(number),
    name,
    brand: number % 5 === 0 ? null : (BRANDS[number % BRANDS.length] ?? null),
    category: CATEGORIES[number % CATEGORIES.length] ?? 'food',
    countryOfOrigin: number % 4 === 0 ? null : (COUNTRIES[number % COUNTRIES.length] ?? null),
    qualityScore: ((number * 37) % 1_001) / 1_000,
    gtins: listGtins(number),
    createdAt: moment,
    updatedAt: moment,
    status: number % 29 === 28 ? 'draft' : number % 31 === 30 ? 'archived' : 'active',
    facts: {
      name_lang: 'fr',
      ...(number % 3 === 0 ? { names: { de: `${name} auf Deutsch`, en: `English ${name}` } } : {}),
      ...(number % 4 === 1 ? { labels: ['organic'], traces: ['nuts'], nova_group: 1 + (number % 4) } : {}),
    },
    provenance: { open_food_facts: ['name', 'brand'], ...(number % 2 ? { operator: ['category'] } : {}) },
  };
  if (number % 6 === 5) return { ...common, ...describeElectronics(number) };
  return { ...common, ...describeFood(number) };
}

function describeElectronics(number: number): ProductFacts {
  return {
    category: 'gadgets/screens',
    kind: 'electronics',
    attributes: { screen_size: 5 + (number % 7), wireless: number % 2 === 0, zz_unlisted: 'yes' },
    msrp: [
      {
        id: productIdOf(900_000 + number),
        amount: 199.5 + number,
        effectiveDate: '2026-03-01',
        note: 'List',
      },
      { id: productIdOf(910_000 + number), amount: 0, effectiveDate: '2026-04-01' },
      { id: productIdOf(920_000 + number), amount: 249, currency: 'USD', effectiveDate: '2026-05-01' },
    ],
  };
}

function describeFood(number: number): ProductFacts {
  return {
    netContentValue: 100 + number,
    netContentUnit: number % 2 ? 'g' : 'ml',
    food: {
      nutriments: { energy_kcal: 100 + number, fat_g: number % 40, sugars_g: 1.5 },
      nutritionBasis: number % 2 ? '100g' : '100ml',
      servingSize: number % 3 ? '30 g' : null,
      nutriScore: (['a', 'b', 'c', 'd', 'e'] as const)[number % 5] ?? null,
      ingredientsText: number % 4 ? `${wordAt(number)}, ${wordAt(number + 1)}, salt` : null,
      allergens: number % 5 === 2 ? ['milk', 'gluten'] : [],
    },
  };
}

function listGtins(number: number): NonNullable<ProductFacts['gtins']> {
  if (number % 13 === 12) return [];
  // Found by its UPC-E, 04252614, and by its GTIN-8.
  if (number === 1) return ['042100005264'];
  if (number === 2) return ['40123455'];
  const gtins: NonNullable<ProductFacts['gtins']> = [gtinOf(number)];
  if (number % 3 === 0) gtins.push({ gtin: caseGtinOf(number), region: 'FR' });
  return gtins;
}
