import { foldText } from '../text/fold-text.ts';
import {
  buildQualityScore,
  PROVENANCE_FIELDS,
  type ProvenanceField,
  type QualityScore,
} from '../quality/quality-score.ts';
import type { CatalogueContext } from './catalogue-context.ts';

export type NutritionBasis = '100g' | '100ml' | 'serving';
export type NutriScore = 'a' | 'b' | 'c' | 'd' | 'e';

/** A product as whoever writes it sees and changes it: its row, its food details, and who supplied which field. */
export interface ProductState {
  id: string;
  name: string;
  brandId: string | null;
  categoryId: string | null;
  status: 'draft' | 'active' | 'archived';
  archiveReason: string | null;
  mergedIntoId: string | null;
  /** Goes up by one with each update. */
  version: number;
  netContentValue: number | null;
  netContentUnit: string | null;
  countryOfOrigin: string | null;
  images: string[];
  attributes: Record<string, unknown>;
  nutriments: Record<string, number> | null;
  nutritionBasis: NutritionBasis | null;
  servingSize: string | null;
  nutriScore: NutriScore | null;
  ingredientsText: string | null;
  allergens: string[];
  noNutritionData: boolean;
  hasPrimaryBarcode: boolean;
  hasMsrp: boolean;
  suppliers: Suppliers;
}

/** Source ids by field: who says what the field holds now. */
export type Suppliers = Partial<Record<ProvenanceField, string[]>>;

/** A product of which nothing is known yet. */
export function buildEmptyState(id: string): ProductState {
  return {
    id,
    name: '',
    brandId: null,
    categoryId: null,
    status: 'active',
    archiveReason: null,
    mergedIntoId: null,
    version: 1,
    netContentValue: null,
    netContentUnit: null,
    countryOfOrigin: null,
    images: [],
    attributes: {},
    nutriments: null,
    nutritionBasis: null,
    servingSize: null,
    nutriScore: null,
    ingredientsText: null,
    allergens: [],
    noNutritionData: false,
    hasPrimaryBarcode: false,
    hasMsrp: false,
    suppliers: {},
  };
}

/** A product without a category, which only a draft can be, is of no particular kind. */
export function archiveKindOf(state: ProductState, context: CatalogueContext): string {
  return context.categoryById.get(state.categoryId ?? '')?.archiveKind ?? 'general';
}

export function isFood(state: ProductState, context: CatalogueContext): boolean {
  return archiveKindOf(state, context) === 'food';
}

/** The row of `products`, by column name. */
export function buildProductRow(state: ProductState, context: CatalogueContext): Record<string, unknown> {
  return {
    id: state.id,
    name: state.name,
    search_name: foldText(state.name),
    brand_id: state.brandId,
    category_id: state.categoryId,
    status: state.status,
    archive_reason: state.archiveReason,
    merged_into_id: state.mergedIntoId,
    net_content_value: state.netContentValue,
    net_content_unit: state.netContentUnit,
    country_of_origin: state.countryOfOrigin,
    images: state.images,
    attributes: state.attributes,
    quality_score: buildStateScore(state, context),
  };
}

/** The row of `food_details`, by column name. */
export function buildFoodRow(state: ProductState): Record<string, unknown> {
  return {
    product_id: state.id,
    nutriments: state.nutriments,
    nutrition_basis: state.nutritionBasis,
    serving_size: state.servingSize,
    nutri_score: state.nutriScore,
    ingredients_text: state.ingredientsText,
    allergens: state.allergens,
    no_nutrition_data: state.noNutritionData,
  };
}

/** The quality score of a state: what is stored with it. */
export function buildStateScore(state: ProductState, context: CatalogueContext): number {
  return buildStateQuality(state, context).score;
}

/** The quality of a state, part by part. */
export function buildStateQuality(state: ProductState, context: CatalogueContext): QualityScore {
  const archiveKind = archiveKindOf(state, context);
  const trustByField: Partial<Record<ProvenanceField, number[]>> = {};
  for (const field of PROVENANCE_FIELDS) {
    const trusts = state.suppliers[field]?.flatMap((id) => context.sourceById.get(id)?.trust ?? []);
    if (trusts) trustByField[field] = trusts;
  }
  return buildQualityScore({
    ...state,
    archiveKind,
    hasBrand: state.brandId !== null,
    categoryCode: context.categoryById.get(state.categoryId ?? '')?.code ?? null,
    hasImageOrMsrp: state.images.length > 0 || state.hasMsrp,
    templateFields: context.templateByKind.get(archiveKind) ?? [],
    trustByField,
  });
}
