import { FACT_LIST, isEmptyFact, type FactName, type PartName } from '../facts/registry/fact-list.ts';
import {
  isCategorized,
  isFilled,
  isName,
  isNutriScore,
  isReadable,
  measureAttributes,
  measureNutriments,
  measureShare,
  type Completeness,
} from './field-completeness.ts';
import {
  listFailedAttributeChecks,
  listFailedNutrimentChecks,
  type FailedCheck,
  type Nutriments,
  type TemplateField,
} from './plausibility-check.ts';

/** The values of `field_provenance.field`: every field that can have a supplier. */
export const PROVENANCE_FIELDS: readonly ProvenanceField[] = [
  ...FACT_LIST.map(({ field }) => field),
  'barcode',
  'msrp',
];

export type ProvenanceField = FactName | 'barcode' | 'msrp';

/** The parts of the score; image and MSRP form one part. */
export type QualityField = Exclude<ProvenanceField, 'image' | 'msrp'> | 'image_or_msrp';

/** The facts by wire names, and the other inputs of the score. */
export interface QualityInput extends Partial<Record<PartName, unknown>> {
  archiveKind: string;
  name: string;
  hasBrand: boolean;
  categoryCode: string | null;
  hasPrimaryBarcode: boolean;
  net_content_value: number | null;
  net_content_unit: string | null;
  country_of_origin: string | null;
  nutriments: Nutriments | null;
  nutrition_basis: string | null;
  ingredients_text: string | null;
  nutri_score: string | null;
  /** Set for water, spices and the like: nutriments, basis and Nutri-Score do not apply. */
  no_nutrition_data: boolean;
  attributes: Readonly<Record<string, unknown>>;
  hasImageOrMsrp: boolean;
  /** The field template of the archive kind; may be empty. */
  templateFields: readonly TemplateField[];
  /** The trust (0..1) of each supplier of a field's current value. Without a supplier it counts as .30. */
  trustByField: Partial<Record<ProvenanceField, readonly number[]>>;
}

export interface QualityPart {
  field: QualityField;
  /** The field's share of all that apply to this product: the weights add up to 1. */
  weight: number;
  /** 0..1 */
  completeness: number;
  /** 0..1 */
  trust: number;
  /** weight × completeness × (0.5 + 0.5 × trust): what the field adds to the score. */
  earned: number;
  /** What is missing for completeness, by name; empty if complete. */
  missing: string[];
}

export interface QualityScore {
  /** 0..1, three decimals: the sum of `earned` minus `penalty`. */
  score: number;
  parts: QualityPart[];
  failedChecks: FailedCheck[];
  penalty: number;
}

interface FieldRule {
  field: QualityField;
  /** 0 if the field does not exist for these kinds. */
  foodWeight: number;
  otherWeight: number;
  appliesTo?: (input: QualityInput) => boolean;
  measure: (input: QualityInput) => Completeness;
}

const KINDS_WITHOUT_NET_CONTENT: readonly string[] = ['electronics'];
const UNKNOWN_TRUST = 0.3;
const HIGHEST_TRUST = 0.95;
const PENALTY_PER_FAILED_CHECK = 0.05;
const HIGHEST_PENALTY = 0.2;

const hasNutrition = (input: QualityInput) => !input.no_nutrition_data;

const FIELD_RULES: readonly FieldRule[] = [
  {
    field: 'name',
    foodWeight: 0.15,
    otherWeight: 0.2,
    measure: (input) => measureShare({ name: isName(input.name) }),
  },
  {
    field: 'brand',
    foodWeight: 0.1,
    otherWeight: 0.15,
    measure: (input) => measureShare({ brand: input.hasBrand }),
  },
  {
    field: 'category',
    foodWeight: 0.1,
    otherWeight: 0.1,
    measure: (input) => measureShare({ category: isCategorized(input.categoryCode) }),
  },
  {
    field: 'barcode',
    foodWeight: 0.1,
    otherWeight: 0.15,
    measure: (input) => measureShare({ barcode: input.hasPrimaryBarcode }),
  },
  {
    field: 'net_content',
    foodWeight: 0.1,
    otherWeight: 0.05,
    appliesTo: (input) => !KINDS_WITHOUT_NET_CONTENT.includes(input.archiveKind),
    measure: (input) =>
      measureShare({
        net_content_value: input.net_content_value !== null,
        net_content_unit: isFilled(input.net_content_unit),
      }),
  },
  {
    field: 'country_of_origin',
    foodWeight: 0.05,
    otherWeight: 0.05,
    measure: (input) => measureShare({ country_of_origin: isFilled(input.country_of_origin) }),
  },
  {
    field: 'nutriments',
    foodWeight: 0.2,
    otherWeight: 0,
    appliesTo: hasNutrition,
    measure: (input) => measureNutriments(input.nutriments),
  },
  {
    field: 'nutrition_basis',
    foodWeight: 0.02,
    otherWeight: 0,
    appliesTo: hasNutrition,
    measure: (input) => measureShare({ nutrition_basis: isFilled(input.nutrition_basis) }),
  },
  {
    field: 'ingredients_text',
    foodWeight: 0.15,
    otherWeight: 0,
    measure: (input) => measureShare({ ingredients_text: isReadable(input.ingredients_text) }),
  },
  {
    field: 'nutri_score',
    foodWeight: 0.03,
    otherWeight: 0,
    appliesTo: hasNutrition,
    measure: (input) => measureShare({ nutri_score: isNutriScore(input.nutri_score) }),
  },
  {
    field: 'attributes',
    foodWeight: 0,
    otherWeight: 0.25,
    measure: (input) => measureAttributes(input.attributes, input.templateFields),
  },
  {
    field: 'image_or_msrp',
    foodWeight: 0,
    otherWeight: 0.05,
    measure: (input) => measureShare({ image_or_msrp: input.hasImageOrMsrp }),
  },
  ...FACT_LIST.flatMap(({ field, parts, quality }): FieldRule[] =>
    quality
      ? [
          {
            field: field as QualityField,
            foodWeight: quality.food,
            otherWeight: quality.other,
            measure: (input) =>
              measureShare(Object.fromEntries(parts.map((part) => [part, !isEmptyFact(input[part])]))),
          },
        ]
      : [],
  ),
];

/**
 * Scores how complete, well sourced and plausible a product's facts are: clamp(Σ wᵢ·cᵢ·(0.5 + 0.5·tᵢ) / Σ wᵢ −
 * min(0.20, 0.05 × failed checks), 0, 1), three decimals. `FIELD_RULES` has the weights;
 * docs/decisions/0002-gtin-and-quality.md has the rules and reasons.
 *
 * Details: an exact tie between two thousandths rounds down; trust is at most .95, however many sources agree; image
 * or MSRP takes the better trust of the two; a template without required fields counts as none; blank text is not a
 * value; each attribute out of its range is a separate failed check.
 */
export function buildQualityScore(input: QualityInput): QualityScore {
  const weightOf = (rule: FieldRule) => (input.archiveKind === 'food' ? rule.foodWeight : rule.otherWeight);
  const rules = FIELD_RULES.filter((rule) => weightOf(rule) > 0 && (rule.appliesTo?.(input) ?? true));
  const weightSum = rules.reduce((sum, rule) => sum + weightOf(rule), 0);
  const failedChecks = listFailedChecks(input);
  const penalty = penaltyOf(failedChecks.length);

  let earnedSum = 0;
  const parts = rules.map((rule): QualityPart => {
    const weight = weightOf(rule) / weightSum;
    const { completeness, missing } = rule.measure(input);
    const trust = findTrust(rule.field, input.trustByField);
    const earned = weight * completeness * (0.5 + 0.5 * trust);
    earnedSum += earned;
    return {
      field: rule.field,
      weight: roundTiesDown(weight, 4),
      completeness: roundTiesDown(completeness, 4),
      trust: roundTiesDown(trust, 4),
      earned: roundTiesDown(earned, 4),
      missing,
    };
  });
  const score = roundTiesDown(earnedSum - penalty, 3);
  return { score, parts, failedChecks, penalty };
}

/** Returns the penalty of failed checks: 0.05 each, at most 0.2. */
export function penaltyOf(failedCount: number): number {
  return roundTiesDown(Math.min(HIGHEST_PENALTY, PENALTY_PER_FAILED_CHECK * failedCount), 2);
}

/**
 * Returns the trust of a value that several independent sources supply: 1 − Π(1 − tᵢ), at most .95; without a source
 * .30.
 */
export function combineTrust(trusts: readonly number[]): number {
  if (trusts.length === 0) return UNKNOWN_TRUST;
  const doubt = trusts.reduce((product, trust) => product * (1 - trust), 1);
  return Math.min(HIGHEST_TRUST, 1 - doubt);
}

function findTrust(field: QualityField, trustByField: QualityInput['trustByField']): number {
  if (field !== 'image_or_msrp') return combineTrust(trustByField[field] ?? []);
  const { image = [], pictures = [], contributed_pictures: contributed = [], msrp = [] } = trustByField;
  const known = [image, pictures, contributed, msrp].filter((trusts) => trusts.length > 0);
  return known.length === 0 ? UNKNOWN_TRUST : Math.max(...known.map(combineTrust));
}

function listFailedChecks(input: QualityInput): FailedCheck[] {
  if (input.archiveKind !== 'food') return listFailedAttributeChecks(input.attributes, input.templateFields);
  return input.nutriments ? listFailedNutrimentChecks(input.nutriments, input.nutrition_basis) : [];
}

/**
 * Ties round down, so that no product qualifies by rounding alone. A binary float is slightly off its decimal (0.85 ×
 * 0.75 is 0.63749…, 0.45 × 0.75 is 0.33750…), hence the tolerance of 1e-9. Negative values become 0; nothing here can
 * exceed 1.
 */
function roundTiesDown(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.max(0, Math.ceil(value * scale - 0.5 - 1e-9)) / scale;
}
