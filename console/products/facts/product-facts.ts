import type { AdminProduct } from '../../../src/catalog/administration/product-admin-contract.ts';
import type { WrittenFacts } from '../../../src/facts/product-facts-contract.ts';

/** What a form shows and changes of a product, by wire names; null, or an empty list, where nothing is known. */
export interface Facts {
  name: string;
  brand: string | null;
  category: string | null;
  net_content_value: number | null;
  net_content_unit: string | null;
  country_of_origin: string | null;
  nutriments: Record<string, number> | null;
  nutrition_basis: string | null;
  serving_size: string | null;
  nutri_score: string | null;
  ingredients_text: string | null;
  allergens: string[];
  no_nutrition_data: boolean;
  attributes: Record<string, unknown>;
  images: string[];
}

export const NO_FACTS: Facts = {
  name: '',
  brand: null,
  category: null,
  net_content_value: null,
  net_content_unit: null,
  country_of_origin: null,
  nutriments: null,
  nutrition_basis: null,
  serving_size: null,
  nutri_score: null,
  ingredients_text: null,
  allergens: [],
  no_nutrition_data: false,
  attributes: {},
  images: [],
};

export type FactName = keyof Facts;
export const FACT_NAMES = Object.keys(NO_FACTS) as FactName[];

export const FACT_LABELS: Record<FactName, string> = {
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  net_content_value: 'Net content',
  net_content_unit: 'Unit',
  country_of_origin: 'Country of origin',
  nutriments: 'Nutrition',
  nutrition_basis: 'Nutrition is for',
  serving_size: 'Serving size',
  nutri_score: 'Nutri-Score',
  ingredients_text: 'Ingredients',
  allergens: 'Allergens',
  no_nutrition_data: 'Has no nutrition data',
  attributes: 'Attributes',
  images: 'Pictures',
};

export function pickFacts(product: AdminProduct): Facts {
  return Object.fromEntries(FACT_NAMES.map((name) => [name, product[name]])) as unknown as Facts;
}

/** Equal as the service stores them: the order of an object's keys does not matter. */
export function isSameFact(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The facts that differ, as a write wants them: what is not named stays. */
export function buildFactChanges(before: Facts, after: Facts): WrittenFacts {
  const changed = FACT_NAMES.filter((name) => !isSameFact(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
