import { isDeepStrictEqual } from 'node:util';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { foldText } from '../text/fold-text.ts';
import { isUncategorized, type CatalogueContext } from './catalogue-context.ts';
import type { NutriScore, NutritionBasis, ProductState } from './product-state.ts';

/** What is said about a product, by wire names. Null, an empty list and an empty table: nothing is known. */
export interface ProductFacts {
  name: string;
  brand: string | null;
  /** Code; null for a product in the bin of its kind. */
  category: string | null;
  net_content_value: number | null;
  net_content_unit: string | null;
  country_of_origin: string | null;
  nutriments: Record<string, number> | null;
  nutrition_basis: NutritionBasis | null;
  serving_size: string | null;
  nutri_score: NutriScore | null;
  ingredients_text: string | null;
  allergens: string[];
  no_nutrition_data: boolean;
  attributes: Record<string, unknown>;
  images: string[];
}

/** Facts as they are offered: absent is not spoken of, null says that there is none. */
export type OfferedFacts = { [Name in keyof ProductFacts]?: ProductFacts[Name] | null | undefined };

type FactPart = Exclude<keyof ProductFacts, 'no_nutrition_data'>;

export interface FactField {
  field: ProvenanceField;
  /** Wire names that are decided about together. */
  parts: readonly FactPart[];
  isFoodOnly?: boolean;
  /** A table: what a source says of one key leaves the others alone. */
  isTable?: boolean;
  /** Who said this field where nobody is named: it came along with that one. */
  saidWith?: ProvenanceField;
  /** Whether two values mean the same though they are not the same. */
  isAlike?: (current: OfferedFacts, offered: OfferedFacts) => boolean;
}

/** Category first: it says whether the facts of food apply. Nutriments before their basis, which goes with them. */
export const FACT_FIELDS: readonly FactField[] = [
  { field: 'category', parts: ['category'] },
  { field: 'name', parts: ['name'], isAlike: foldsAlike('name') },
  { field: 'brand', parts: ['brand'], isAlike: foldsAlike('brand') },
  { field: 'net_content', parts: ['net_content_value', 'net_content_unit'], isAlike: isSameAmount },
  { field: 'country_of_origin', parts: ['country_of_origin'], isAlike: foldsAlike('country_of_origin') },
  { field: 'nutriments', parts: ['nutriments'], isFoodOnly: true, isTable: true },
  { field: 'nutrition_basis', parts: ['nutrition_basis'], isFoodOnly: true },
  { field: 'serving_size', parts: ['serving_size'], isFoodOnly: true, saidWith: 'nutriments' },
  { field: 'nutri_score', parts: ['nutri_score'], isFoodOnly: true },
  {
    field: 'ingredients_text',
    parts: ['ingredients_text'],
    isFoodOnly: true,
    isAlike: foldsAlike('ingredients_text'),
  },
  { field: 'allergens', parts: ['allergens'], isFoodOnly: true, saidWith: 'ingredients_text' },
  { field: 'attributes', parts: ['attributes'], isTable: true },
  { field: 'image', parts: ['images'] },
];

/** The facts a product has now. */
export function buildFacts(
  state: ProductState,
  brandName: string | null,
  context: CatalogueContext,
): ProductFacts {
  const code = context.categoryById.get(state.categoryId ?? '')?.code ?? null;
  return {
    name: state.name,
    brand: brandName,
    category: code === null || isUncategorized(code) ? null : code,
    net_content_value: state.netContentValue,
    net_content_unit: state.netContentUnit,
    country_of_origin: state.countryOfOrigin,
    nutriments: state.nutriments,
    nutrition_basis: state.nutritionBasis,
    serving_size: state.servingSize,
    nutri_score: state.nutriScore,
    ingredients_text: state.ingredientsText,
    allergens: state.allergens,
    no_nutrition_data: state.noNutritionData,
    attributes: state.attributes,
    images: state.images,
  };
}

/** The names of one field and what they hold. */
export function pickParts(facts: OfferedFacts, { parts }: FactField): OfferedFacts {
  return Object.fromEntries(parts.map((part) => [part, facts[part]]));
}

export function isEmptyFact(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function foldsAlike(part: 'name' | 'brand' | 'country_of_origin' | 'ingredients_text') {
  return (current: OfferedFacts, offered: OfferedFacts) =>
    foldText(current[part] ?? '') === foldText(offered[part] ?? '');
}

const IN_BASE_UNIT: Record<string, { unit: string; factor: number }> = {
  kg: { unit: 'g', factor: 1_000 },
  l: { unit: 'ml', factor: 1_000 },
};

/** 0.5 kg is 500 g. */
function isSameAmount(current: OfferedFacts, offered: OfferedFacts): boolean {
  const amountOf = ({ net_content_value: value, net_content_unit: unit }: OfferedFacts) => {
    const base = IN_BASE_UNIT[unit ?? ''];
    return [Number(((value ?? 0) * (base?.factor ?? 1)).toPrecision(9)), base?.unit ?? unit];
  };
  return isDeepStrictEqual(amountOf(current), amountOf(offered));
}
