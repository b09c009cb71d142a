import {
  buildQualityScore,
  PROVENANCE_FIELDS,
  type ProvenanceField,
  type QualityInput,
} from '../quality/quality-score.ts';
import { buildNoFacts } from '../facts/fact-registry.ts';
import type { DemoProduct } from './demo-product.ts';

export type TemplateFields = QualityInput['templateFields'];

/** The fields that have a value, by their names in `field_provenance`. */
export function listKnownFields(product: DemoProduct): ProvenanceField[] {
  const { food } = product;
  const isKnown: Record<ProvenanceField, boolean> = {
    name: true,
    brand: product.brand !== null,
    category: true,
    barcode: product.barcodes.length > 0,
    net_content: product.netContentValue !== null,
    country_of_origin: product.countryOfOrigin !== null,
    nutriments: food !== null && food.nutriments !== null,
    nutrition_basis: food !== null && food.nutritionBasis !== null,
    ingredients_text: food !== null && food.ingredientsText !== null,
    serving_size: food !== null && food.servingSize !== null,
    no_nutrition_data: food !== null && food.noNutritionData,
    allergens: food !== null && food.allergens.length > 0,
    nutri_score: food !== null && food.nutriScore !== null,
    attributes: Object.keys(product.attributes).length > 0,
    image: false,
    msrp: product.prices.length > 0,
  };
  return PROVENANCE_FIELDS.filter((field) => isKnown[field]);
}

/** The quality score of a demo product whose every field has one source of this trust (0..1). */
export function scoreDemoProduct(
  product: DemoProduct,
  archiveKind: string,
  templateFields: TemplateFields,
  trust: number,
): number {
  const { food } = product;
  return buildQualityScore({
    ...buildNoFacts(),
    archiveKind,
    name: product.name,
    hasBrand: product.brand !== null,
    categoryCode: product.category,
    hasPrimaryBarcode: product.barcodes.length > 0,
    net_content_value: product.netContentValue,
    net_content_unit: product.netContentUnit,
    country_of_origin: product.countryOfOrigin,
    nutriments: food?.nutriments ?? null,
    nutrition_basis: food?.nutritionBasis ?? null,
    ingredients_text: food?.ingredientsText ?? null,
    nutri_score: food?.nutriScore ?? null,
    no_nutrition_data: food?.noNutritionData ?? false,
    attributes: product.attributes,
    hasImageOrMsrp: product.prices.length > 0,
    templateFields,
    trustByField: Object.fromEntries(listKnownFields(product).map((field) => [field, [trust]])),
  }).score;
}
