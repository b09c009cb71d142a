/**
 * Declares every fact of a product once. Storage, schemas, provenance, comparison, merge, review, the console's form
 * and the export follow from it. The console loads this file, so it imports only types and closed lists.
 */
import { LABEL_CODES, WITHOUT_CODE } from './fact-codes.ts';
import type { FactDeclaration } from './fact-declaration.ts';
import { FOOD_FACTS } from './food-facts.ts';
import { PICTURE_FACTS } from './picture-facts.ts';

/** A time of the source’s own record. Only importers know it. */
const OF_THE_SOURCE = {
  value: { type: 'time' },
  isClaimed: false,
  isSubmittable: false,
  isWritten: false,
  isExported: false,
} as const;

/** Category comes first: it decides whether the facts of food apply. */
export const FACTS = {
  category: {
    label: 'Category',
    isUsual: true,
    derived: ['category_path', 'category_code', 'archive_kind'],
    value: { type: 'code' },
    stored: 'id',
    isPublic: false,
    isExported: false,
    description: 'Code of a category',
    example: 'juices',
  },
  name: {
    label: 'Name',
    isUsual: true,
    value: { type: 'text', most: 200, hasWord: true },
    written: { type: 'text', most: 300, hasWord: true },
    stored: 'products',
    isRequired: true,
    alike: 'text',
    example: 'Hazelnut spread',
  },
  name_lang: {
    label: 'Language of the name',
    isUsual: true,
    value: { type: 'language' },
    saidWith: 'name',
    isBound: true,
    description: 'Language of `name`, ISO 639-1',
    example: 'en',
  },
  names: {
    label: 'Names in other languages',
    textOf: { text: 'name', lang: 'name_lang' },
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
  description: {
    label: 'Description',
    isSparse: true,
    value: { type: 'text', most: 1_000, isLong: true, hasWord: true },
    alike: 'text',
    description: 'What it is, in a sentence or two',
    example: 'Spread of hazelnuts and cocoa',
  },
  brand: {
    label: 'Brand',
    isUsual: true,
    value: { type: 'text', most: 120, hasWord: true },
    stored: 'id',
    alike: 'text',
  },
  brands: {
    label: 'All brands',
    isSparse: true,
    value: { type: 'list', most: 20, of: 'text' },
    alike: 'text',
    description: 'Where a source names several; `brand` is the first',
    example: ['Avelotta', 'Harbour Foods'],
  },
  manufacturer: {
    label: 'Manufacturer',
    isSparse: true,
    value: { type: 'text', most: 120, hasWord: true },
    alike: 'text',
    description: 'The company that makes it, or owns its brand',
    example: 'Harbour Foods Inc.',
  },
  net_content: {
    label: 'Net content',
    alike: 'amount',
    parts: {
      net_content_value: {
        label: 'Net content',
        isUsual: true,
        value: { type: 'number', least: 0.001, most: 1_000_000 },
        stored: 'products',
        description:
          'Of the whole pack: six cans of 330 ml are 1980 ml. Unknown where a source’s text was not clear',
        example: 400,
      },
      net_content_unit: {
        label: 'Unit',
        isUsual: true,
        value: { type: 'choice', options: ['g', 'kg', 'ml', 'l', 'pcs', 'm'] },
        stored: 'products',
      },
    },
  },
  quantity_text: {
    label: 'Net content as written',
    isSparse: true,
    isSubmittable: false,
    value: { type: 'text', most: 100 },
    saidWith: 'net_content',
    isBound: true,
    description: 'The net content as the source has it',
    example: '12 fl oz (355 ml)',
  },
  country_of_origin: {
    label: 'Country of origin',
    isUsual: true,
    value: { type: 'text', most: 80, hasWord: true },
    stored: 'products',
    alike: 'text',
    description: 'Name of a country; stored in English',
    example: 'France',
  },
  ...FOOD_FACTS,
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
        description: WITHOUT_CODE,
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
  popularity: {
    label: 'Popularity',
    isSparse: true,
    isSubmittable: false,
    value: { type: 'number', least: 1, most: 1_000_000_000, isWhole: true },
    description: 'How many people scanned it, as a source counts; missing where none does',
    example: 39,
  },
  period_after_opening_months: {
    label: 'Period after opening (months)',
    value: { type: 'number', least: 1, most: 120, isWhole: true },
    kinds: ['beauty'],
    description: 'For how many months it can be used once it is opened',
    example: 12,
  },
  source_created_at: {
    label: 'Entered at the source',
    isSparse: true,
    ...OF_THE_SOURCE,
    description: 'When the source first had it, where the source says so',
    example: '2017-03-09T10:35:30Z',
  },
  source_updated_at: {
    label: 'Changed at the source',
    isSparse: true,
    ...OF_THE_SOURCE,
    description: 'When the source had last changed it as it was read here, where the source says so',
    example: '2023-04-28T22:12:21Z',
  },
  attributes: {
    label: 'Attributes',
    isClaimed: false,
    derived: ['specifications'],
    value: { type: 'attributes' },
    stored: 'products',
    isPublic: false,
    isExported: false,
    description: 'By the keys of the kind’s field template, or others',
    example: { screen_size: 6.1 },
  },
  ...PICTURE_FACTS,
} as const satisfies Readonly<Record<string, FactDeclaration>>;
