/**
 * Every fact that can be said of a product, each declared once. From here follow how it is stored, the schemas of the
 * public, offered and written forms, who said it, comparison and merge, the review table, the console's form, the
 * export and the filter of what is missing. The console loads this file too: it imports
 * nothing but types.
 */

import type { FactDeclaration } from './fact-declaration.ts';

/** Category first: it says whether the facts of food apply. Nutriments before their basis, which goes with them. */
export const FACTS = {
  category: {
    label: 'Category',
    value: { type: 'code' },
    stored: 'id',
    isPublic: false,
    isExported: false,
    description: 'Code of a category',
    example: 'juices',
  },
  name: {
    label: 'Name',
    value: { type: 'text', most: 200, hasWord: true },
    written: { type: 'text', most: 300, hasWord: true },
    stored: 'products',
    isRequired: true,
    alike: 'text',
    example: 'Hazelnut spread',
  },
  brand: {
    label: 'Brand',
    value: { type: 'text', most: 120, hasWord: true },
    stored: 'id',
    alike: 'text',
  },
  net_content: {
    label: 'Net content',
    alike: 'amount',
    parts: {
      net_content_value: {
        label: 'Net content',
        value: { type: 'number', least: 0.001, most: 1_000_000 },
        stored: 'products',
        example: 400,
      },
      net_content_unit: {
        label: 'Unit',
        value: { type: 'choice', options: ['g', 'kg', 'ml', 'l', 'pcs', 'm'] },
        stored: 'products',
      },
    },
  },
  country_of_origin: {
    label: 'Country of origin',
    value: { type: 'text', most: 80, hasWord: true },
    stored: 'products',
    alike: 'text',
    description: 'Name of a country; stored in English',
    example: 'France',
  },
  nutriments: {
    label: 'Nutrition',
    value: { type: 'nutriments' },
    stored: 'food_details',
    kinds: ['food'],
    isExported: false,
    description: 'Amounts for the basis; each key ends in its unit',
    example: { energy_kj: 2252, energy_kcal: 539, fat_g: 30.9, sugars_g: 56.3, salt_g: 0.107 },
  },
  nutrition_basis: {
    label: 'Nutrition is for',
    value: { type: 'choice', options: ['100g', '100ml', 'serving'] },
    stored: 'food_details',
    kinds: ['food'],
    isExported: false,
    description: 'What the amounts are for',
  },
  serving_size: {
    label: 'Serving size',
    value: { type: 'text', most: 100 },
    stored: 'food_details',
    kinds: ['food'],
    saidWith: 'nutriments',
    description: 'As the pack has it',
    example: '2 biscuits (25 g)',
  },
  nutri_score: {
    label: 'Nutri-Score',
    value: { type: 'choice', options: ['a', 'b', 'c', 'd', 'e'] },
    stored: 'food_details',
    kinds: ['food'],
  },
  nova_group: {
    label: 'NOVA group',
    value: { type: 'number', least: 1, most: 4, isWhole: true },
    kinds: ['food'],
    isOffered: false,
    description:
      'How far it is processed, from 1 (not) to 4 (ultra-processed), as a source says; never computed here',
    example: 4,
  },
  environmental_score: {
    label: 'Environmental score',
    value: { type: 'choice', options: ['a-plus', 'a', 'b', 'c', 'd', 'e', 'f'] },
    kinds: ['food'],
    description: 'As a source says; never computed here',
    example: 'b',
  },
  ingredients_text: {
    label: 'Ingredients',
    value: { type: 'text', most: 5_000, isLong: true },
    stored: 'food_details',
    kinds: ['food'],
    alike: 'text',
  },
  allergens: {
    label: 'Allergens',
    value: { type: 'list', most: 40, of: 'text' },
    stored: 'food_details',
    kinds: ['food'],
    saidWith: 'ingredients_text',
    isOffered: false,
    isExported: false,
    example: ['milk', 'nuts'],
  },
  no_nutrition_data: {
    label: 'Has no nutrition data',
    value: { type: 'flag' },
    stored: 'food_details',
    kinds: ['food'],
    isOffered: false,
    isPublic: false,
    isExported: false,
    description: 'For water, spices and the like: nutrition fields do not apply',
  },
  countries_sold: {
    label: 'Sold in',
    value: { type: 'list', most: 250, of: 'country' },
    alike: 'text',
    description: 'Names of countries; stored in English',
    example: ['Belgium', 'France'],
  },
  manufacturing_places: {
    label: 'Places of manufacture',
    value: { type: 'list', most: 20, of: 'text' },
    alike: 'text',
    description: 'From the smallest to the largest, as they are named',
    example: ['Garray', 'Spain'],
  },
  packaging: {
    label: 'Packaging',
    value: { type: 'list', most: 30, of: 'text' },
    alike: 'text',
    description: 'Shapes and materials, as they are named',
    example: ['Glass', 'Jar'],
  },
  stores: {
    label: 'Stores',
    value: { type: 'list', most: 50, of: 'text' },
    alike: 'text',
    description: 'Shops that sell it',
    example: ['Carrefour'],
  },
  period_after_opening_months: {
    label: 'Period after opening (months)',
    value: { type: 'number', least: 1, most: 120, isWhole: true },
    kinds: ['beauty'],
    description: 'For how many months it can be used once it is opened',
    example: 12,
  },
  attributes: {
    label: 'Attributes',
    value: { type: 'attributes' },
    stored: 'products',
    isPublic: false,
    isExported: false,
    description: 'By the keys of the kind’s field template, or others',
    example: { screen_size: 6.1 },
  },
  image: {
    label: 'Pictures',
    isOffered: false,
    isExported: false,
    parts: {
      images: {
        label: 'Pictures',
        value: { type: 'list', most: 20, of: 'address' },
        stored: 'products',
        description: 'Addresses of pictures',
      },
    },
  },
  pictures: {
    label: 'Pictures by what they show',
    value: {
      type: 'pictures',
      most: 20,
      roles: ['front', 'ingredients', 'nutrition', 'packaging'],
    },
    isOffered: false,
    isExported: false,
  },
} as const satisfies Readonly<Record<string, FactDeclaration>>;
