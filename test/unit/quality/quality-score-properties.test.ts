import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PROVENANCE_FIELDS,
  buildQualityScore,
  type ProvenanceField,
  type QualityInput,
} from '../../../src/quality/quality-score.ts';
import { HAZELNUT_SPREAD, HEADPHONES, allFieldsFrom } from '../../support/catalogue/quality-input.ts';

const penaltyOf = (input: QualityInput) => buildQualityScore(input).penalty;
const scoreOf = (input: QualityInput) => buildQualityScore(input).score;

describe('for every product', () => {
  const trustValue = fc.double({ min: 0, max: 1, noNaN: true });
  const amount = fc.double({ min: 0, max: 150, noNaN: true });
  const nutrimentKeys = Object.keys(HAZELNUT_SPREAD.nutriments ?? {});
  const anyInput: fc.Arbitrary<QualityInput> = fc.record({
    archiveKind: fc.constantFrom('food', 'electronics', 'household'),
    name: fc.constantFrom('', '1', 'Hazelnut spread'),
    hasBrand: fc.boolean(),
    categoryCode: fc.constantFrom(null, 'uncategorized', 'spreads'),
    hasPrimaryBarcode: fc.boolean(),
    net_content_value: fc.constantFrom(null, 400),
    net_content_unit: fc.constantFrom(null, 'g'),
    country_of_origin: fc.constantFrom(null, 'Italy'),
    nutriments: fc.option(fc.dictionary(fc.constantFrom(...nutrimentKeys), amount)),
    nutrition_basis: fc.constantFrom(null, '100g', 'serving'),
    ingredients_text: fc.constantFrom(null, '????', 'Sugar, hazelnuts'),
    nutri_score: fc.constantFrom(null, 'a'),
    no_nutrition_data: fc.boolean(),
    attributes: fc.dictionary(
      fc.constantFrom('weight_g', 'color', 'other'),
      fc.constantFrom(0, 250, 9000, ''),
    ),
    hasImageOrMsrp: fc.boolean(),
    templateFields: fc.constantFrom([], HEADPHONES.templateFields),
    trustByField: fc.dictionary(
      fc.constantFrom(...PROVENANCE_FIELDS),
      fc.array(trustValue, { maxLength: 3 }),
    ),
  });

  test('the score is from 0 to 1, has three decimals and is what its parts say', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { score, parts, penalty } = buildQualityScore(input);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(score).toBe(Number(score.toFixed(3)));
        const earned = parts.reduce((sum, part) => sum + part.earned, 0);
        expect(Math.abs(Math.max(0, earned - penalty) - score)).toBeLessThan(0.002);
        for (const part of parts) expect(part.missing.length === 0).toBe(part.completeness === 1);
      }),
    );
  });

  test('a food scores what whole numbers give, and ties go down', () => {
    const absences: [hundredths: number, change: Partial<QualityInput>][] = [
      [10, { hasBrand: false }],
      [10, { categoryCode: null }],
      [10, { hasPrimaryBarcode: false }],
      [10, { net_content_value: null, net_content_unit: null }],
      [5, { country_of_origin: null }],
      [20, { nutriments: null }],
      [2, { nutrition_basis: null }],
      [15, { ingredients_text: null }],
      [3, { nutri_score: null }],
    ];
    fc.assert(
      fc.property(fc.subarray(absences), fc.integer({ min: 0, max: 95 }), (absent, trust) => {
        const input = Object.assign({}, HAZELNUT_SPREAD, ...absent.map(([, change]) => change));
        const weight = absent.reduce((sum, [hundredths]) => sum - hundredths, 100);
        const twentyThousandths = weight * (100 + trust);
        const thousandths = Math.floor(twentyThousandths / 20) + (twentyThousandths % 20 > 10 ? 1 : 0);
        expect(scoreOf({ ...input, trustByField: allFieldsFrom(trust / 100) })).toBe(thousandths / 1000);
      }),
      { numRuns: 2000 },
    );
  });

  test('adding a field never lowers the score, unless a check fails', () => {
    const known: Partial<QualityInput> = {
      name: 'Hazelnut spread',
      hasBrand: true,
      categoryCode: 'spreads',
      hasPrimaryBarcode: true,
      net_content_value: 400,
      net_content_unit: 'g',
      country_of_origin: 'Italy',
      nutrition_basis: '100ml',
      ingredients_text: 'Sugar, hazelnuts',
      nutri_score: 'a',
      hasImageOrMsrp: true,
    };
    const addition = fc.oneof(
      fc.constantFrom(...Object.entries(known)).map(([key, value]) => () => ({ [key]: value })),
      fc.tuple(fc.constantFrom(...nutrimentKeys), amount).map(([key, value]) => (input: QualityInput) => ({
        nutriments: { ...input.nutriments, [key]: value },
      })),
      fc.constantFrom('weight_g', 'color', 'other').map((key) => (input: QualityInput) => ({
        attributes: { ...input.attributes, [key]: 250 },
      })),
    );
    fc.assert(
      fc.property(anyInput, addition, (input, add) => {
        const more = { ...input, ...add(input) };
        fc.pre(penaltyOf(more) <= penaltyOf(input));
        expect(scoreOf(more)).toBeGreaterThanOrEqual(scoreOf(input));
      }),
      { numRuns: 500 },
    );
  });

  test('more trust, or one more source that agrees, never lowers the score', () => {
    const change = fc.oneof(
      trustValue.map((trust) => (trusts: readonly number[]) => [...trusts, trust]),
      trustValue.map((share) => (trusts: readonly number[]) => trusts.map((t) => t + (1 - t) * share)),
    );
    fc.assert(
      fc.property(
        anyInput,
        fc.constantFrom<ProvenanceField>(...PROVENANCE_FIELDS),
        change,
        (input, field, raise) => {
          const before = input.trustByField[field] ?? [];
          // A first source may well be trusted less than an unknown one.
          fc.pre(before.length > 0);
          const raised = { ...input, trustByField: { ...input.trustByField, [field]: raise(before) } };
          expect(scoreOf(raised)).toBeGreaterThanOrEqual(scoreOf(input));
        },
      ),
      { numRuns: 300 },
    );
  });
});
