/**
 * Every fact that can be said of a product, each declared once. From here follow how it is stored, the schemas of the
 * public, offered and written forms, who said it, comparison and merge, the review table, the console's form, the
 * export and the filter of what is missing. The console loads this file too: it imports
 * nothing but types and closed lists.
 */

import { ALLERGEN_CODES, LABEL_CODES } from './fact-codes.ts';
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
  name_lang: {
    label: 'Language of the name',
    value: { type: 'language' },
    saidWith: 'name',
    isBound: true,
    description: 'Language of `name`, ISO 639-1',
    example: 'en',
  },
  names: {
    label: 'Names in other languages',
    value: { type: 'texts', most: 200 },
    written: { type: 'texts', most: 300 },
    description: 'By ISO 639-1 code',
    example: { en: 'Hazelnut spread', de: 'Haselnussaufstrich' },
  },
  generic_names: {
    label: 'Legal names by language',
    value: { type: 'texts', most: 300 },
    description: 'What the law calls it, by ISO 639-1 code',
    example: { de: 'Brotaufstrich mit Haselnüssen und Kakao' },
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
  ingredients_lang: {
    label: 'Language of the ingredients',
    value: { type: 'language' },
    kinds: ['food'],
    saidWith: 'ingredients_text',
    isBound: true,
    description: 'Language of `ingredients_text`, ISO 639-1',
    example: 'en',
  },
  ingredients_texts: {
    label: 'Ingredients in other languages',
    value: { type: 'texts', most: 5_000, isLong: true },
    kinds: ['food'],
    description: 'By ISO 639-1 code',
    example: { en: 'Sugar, hazelnuts 13 %', de: 'Zucker, Haselnüsse 13 %' },
  },
  allergens: {
    label: 'Allergens',
    kinds: ['food'],
    saidWith: 'ingredients_text',
    needsOnePart: true,
    parts: {
      allergens: {
        label: 'Allergens',
        value: { type: 'list', most: 40, of: 'choice', options: ALLERGEN_CODES },
        stored: 'food_details',
        description: 'What it contains. Empty says nothing by itself: see `allergens_status`',
        example: ['milk', 'nuts'],
      },
      allergens_other: {
        label: 'Other allergens',
        value: { type: 'list', most: 40, of: 'text' },
        description: 'As they are called, where the list has no code for them',
        example: ['coconut'],
      },
      no_allergens_stated: {
        label: 'States no allergens',
        value: { type: 'flag' },
        isPublic: false,
        description: 'All ingredients were read, and none is an allergen; means nothing beside allergens',
      },
    },
  },
  traces: {
    label: 'Traces',
    kinds: ['food'],
    needsOnePart: true,
    parts: {
      traces: {
        label: 'Traces',
        value: { type: 'list', most: 40, of: 'choice', options: ALLERGEN_CODES },
        description: 'What it may contain. Empty says nothing by itself: see `traces_status`',
        example: ['nuts'],
      },
      traces_other: {
        label: 'Other traces',
        value: { type: 'list', most: 40, of: 'text' },
        description: 'As they are called, where the list has no code for them',
      },
      no_traces_stated: {
        label: 'States no traces',
        value: { type: 'flag' },
        isPublic: false,
        description: 'The label says that there are none; means nothing beside traces',
      },
    },
  },
  additives: {
    label: 'Additives',
    value: { type: 'list', most: 100, of: 'additive' },
    kinds: ['food'],
    description: 'E numbers',
    example: ['e322', 'e150d'],
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
  labels: {
    label: 'Labels',
    needsOnePart: true,
    parts: {
      labels: {
        label: 'Labels',
        value: { type: 'list', most: 40, of: 'choice', options: LABEL_CODES },
        description: 'Marks and claims on the pack',
        example: ['organic', 'vegan'],
      },
      labels_other: {
        label: 'Other labels',
        value: { type: 'list', most: 60, of: 'text' },
        description: 'As they are called, where the list has no code for them',
        example: ['made in france'],
      },
    },
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
