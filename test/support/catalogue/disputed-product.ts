import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';
import { insertProduct, sourceIdOf } from './catalogue.ts';

export const DISPUTED_GTIN = '3017620422003';
export const DISPUTED_NAME = 'Told hazelnut spread';
export const DISPUTED_PICTURE =
  'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg';

/** Inserts a food with many facts of several sources that disagree. Returns its id. */
export async function insertDisputedProduct(db: Db): Promise<string> {
  const id = await insertProduct(db, {
    name: DISPUTED_NAME,
    brand: 'Told & Sons',
    category: 'food/spreads',
    gtins: [DISPUTED_GTIN, { gtin: '13017620422000', packLevel: 'case', region: 'EU' }],
    netContentValue: 400,
    netContentUnit: 'g',
    countryOfOrigin: 'Italy',
    qualityScore: 0.82,
    msrp: [
      { amount: 3.99, region: 'FR', effectiveDate: '2026-01-05', sourceUrl: 'https://example.org/price' },
    ],
    food: {
      nutriments: { energy_kj: 2252, energy_kcal: 539, fat_g: 30.9, saturated_fat_g: 10.6, salt_g: 0.107 },
      nutritionBasis: '100g',
      servingSize: '15 g',
      nutriScore: 'e',
      ingredientsText: 'Sugar, palm oil, hazelnuts 13 %',
      allergens: ['nuts', 'milk'],
    },
    facts: {
      name_lang: 'en',
      names: { de: 'Erzählte Nusscreme', fr: 'Pâte à tartiner racontée', ar: 'كريم البندق' },
      generic_names: { de: 'Brotaufstrich mit Haselnüssen' },
      ingredients_lang: 'en',
      ingredients_texts: { fr: 'Sucre, huile de palme, noisettes 13 %' },
      no_traces_stated: true,
      allergens_other: ['coconut'],
      nova_group: 4,
      environmental_score: 'a-plus',
      additives: ['e322', 'e150d'],
      labels: ['vegetarian', 'gluten-free'],
      labels_other: ['made in italy'],
      countries_sold: ['France', 'Germany'],
      manufacturing_places: ['Alba'],
      packaging: ['Glass', 'Jar'],
      stores: ['Carrefour'],
      pictures: [{ role: 'front', lang: 'en', url: DISPUTED_PICTURE, width: 900, height: 1200 }],
    },
    provenance: {
      open_food_facts: [
        'name',
        'brand',
        'names',
        'nutriments',
        'nutri_score',
        'ingredients_text',
        'pictures',
        'labels',
        'barcode',
        'msrp',
      ],
      community: ['net_content', 'country_of_origin'],
    },
  });
  const others = {
    [await sourceIdOf(db, 'community')]: { nutriments: { fat_g: 29 }, nutrition_basis: '100g' },
    [await sourceIdOf(db, 'open_food_facts')]: { net_content_value: 350, net_content_unit: 'g' },
  };
  await db.execute(sql`update products set claims = ${JSON.stringify(others)}::jsonb where id = ${id}`);
  return id;
}
