/** Fields that apps ask for, and the types that their code demands of the answer. */

type Type = 'text' | 'number' | 'integer' | 'object' | 'list';
/** A type, alternatives for text, or the demands of a part; a list has those of each of its items. */
export type Demand = Type | `${Type}?` | { [name: string]: Demand };

export const SPARKY_FIELDS =
  'product_name,product_name_en,brands,code,serving_size,serving_quantity,nutriments,allergens_tags,traces_tags,product_name_fr';
export const SPARKY_PRODUCT: Demand = {
  code: 'text',
  product_name: 'text',
  product_name_fr: 'text?',
  brands: 'text',
  serving_quantity: 'number?',
  allergens_tags: 'list',
  traces_tags: 'list',
  nutriments: {
    'energy-kcal_100g': 'number?',
    proteins_100g: 'number?',
    carbohydrates_100g: 'number?',
    fat_100g: 'number?',
    'saturated-fat_100g': 'number?',
    sodium_100g: 'number?',
    calcium_100g: 'number?',
  },
};
export const SPARKY = {
  'User-Agent': 'sparkyfitnessserver/0.16.4 (https://github.com/CodeWithCJ/SparkyFitness)',
};

export const TRACKER_FIELDS =
  'code,brands,product_name,product_name_en,product_name_de,url,image_url,image_front_thumb_url,image_front_url,' +
  'product_quantity,quantity,serving_quantity,serving_size,nutriments';
export const TRACKER_PRODUCT: Demand = {
  code: 'text?',
  product_name: 'text?',
  product_name_de: 'text?',
  brands: 'text?',
  image_front_thumb_url: 'text?',
  image_front_url: 'text?',
  image_url: 'text?',
  url: 'text?',
  quantity: 'text?',
  product_quantity: 'number?',
  serving_quantity: 'number?',
  serving_size: 'text?',
  nutriments: { 'energy-kcal_100g': 'number?', carbohydrates_100g: 'number?', sugars_100g: 'number?' },
};
export const TRACKER = {
  'User-Agent': 'OpenNutriTracker - Android - Version 0.9.1 - https://github.com/simonoppowa',
};

export const FOOD_YOU_FIELDS =
  'product_name,code,nutriments,brands,serving_quantity,serving_quantity_unit,product_quantity,product_quantity_unit,url';
export const FOOD_YOU_PRODUCT: Demand = {
  product_name: 'text?',
  brands: 'text?',
  code: 'text?',
  nutriments: { 'energy-kcal_100g': 'number?', proteins_100g: 'number?' },
  product_quantity: 'number?',
  product_quantity_unit: 'text?',
  serving_quantity: 'number?',
  serving_quantity_unit: 'text?',
  url: 'text?',
};
export const FOOD_YOU = { 'User-Agent': 'FoodYou/3.0.0 (https://github.com/maksimowiczm/FoodYou)' };

export const WAISTLINE_PRODUCT: Demand = {
  code: 'text',
  product_name: 'text',
  brands: 'text?',
  image_url: 'text?',
  serving_size: 'text?',
  quantity: 'text?',
  nutriments: {
    energy_100g: 'number?',
    'energy-kcal_100g': 'number?',
    energy_serving: 'number?',
    fat_100g: 'number?',
  },
};
export const WAISTLINE = {
  'User-Agent': 'Waistline - Android - Version 3.13.0 - https://github.com/davidhealey/waistline',
};

export const DART = {
  'User-Agent': 'smoothie - 4.0.0 - Android',
  Accept: 'application/json',
  From: 'anonymous',
};
export const DART_SEARCH = {
  count: 'integer',
  page: 'integer',
  page_count: 'integer',
  page_size: 'integer',
  skip: 'integer',
} as const;
export const DART_PRODUCT: Demand = {
  code: 'text',
  product_name: 'text',
  brands: 'text?',
  nutriments: 'object',
};

export const UPC_ITEM: Demand = {
  title: 'text',
  description: 'text',
  brand: 'text',
  model: 'text?',
  images: 'list',
};
