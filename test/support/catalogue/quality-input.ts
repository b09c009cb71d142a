import {
  PROVENANCE_FIELDS,
  buildQualityScore,
  type QualityField,
  type QualityInput,
} from '../../../src/quality/quality-score.ts';

export const allFieldsFrom = (...trusts: number[]) =>
  Object.fromEntries(PROVENANCE_FIELDS.map((f) => [f, trusts]));

export const HAZELNUT_SPREAD: QualityInput = {
  archiveKind: 'food',
  name: 'Hazelnut spread',
  hasBrand: true,
  categoryCode: 'spreads',
  hasPrimaryBarcode: true,
  net_content_value: 400,
  net_content_unit: 'g',
  country_of_origin: 'Italy',
  nutriments: {
    energy_kcal: 539,
    fat_g: 30.9,
    saturated_fat_g: 10.6,
    carbohydrates_g: 57.5,
    sugars_g: 56.3,
    proteins_g: 6.3,
    salt_g: 0.107,
  },
  nutrition_basis: '100g',
  ingredients_text: 'Sugar, palm oil, hazelnuts',
  nutri_score: 'e',
  no_nutrition_data: false,
  attributes: {},
  hasImageOrMsrp: false,
  templateFields: [],
  trustByField: {},
};

export const HEADPHONES: QualityInput = {
  ...HAZELNUT_SPREAD,
  archiveKind: 'electronics',
  name: 'Headphones',
  categoryCode: 'audio',
  net_content_value: null,
  net_content_unit: null,
  country_of_origin: 'Vietnam',
  nutriments: null,
  nutrition_basis: null,
  ingredients_text: null,
  nutri_score: null,
  attributes: { weight_g: 250, color: 'black' },
  hasImageOrMsrp: true,
  templateFields: [
    { key: 'weight_g', required: true, min: 1, max: 5000 },
    { key: 'color', required: true, min: null, max: null },
    { key: 'impedance_ohm', required: false, min: 1, max: 1000 },
  ],
};

export const NOTHING_KNOWN: Partial<QualityInput> = {
  name: '',
  hasBrand: false,
  categoryCode: null,
  hasPrimaryBarcode: false,
  net_content_value: null,
  net_content_unit: null,
  country_of_origin: null,
  nutriments: null,
  nutrition_basis: null,
  ingredients_text: null,
  nutri_score: null,
  attributes: {},
  hasImageOrMsrp: false,
};

export function findPart(input: QualityInput, field: QualityField) {
  return buildQualityScore(input).parts.find((part) => part.field === field);
}
