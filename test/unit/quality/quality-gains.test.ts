import { describe, expect, test } from 'vitest';
import { listQualityGains } from '../../../src/quality/quality-gains.ts';
import { buildQualityScore, type QualityInput } from '../../../src/quality/quality-score.ts';
import { HAZELNUT_SPREAD, HEADPHONES } from '../../support/catalogue/quality-input.ts';

const OPERATOR_TRUST = 0.9;
const gainsOf = (input: QualityInput) => listQualityGains(buildQualityScore(input), OPERATOR_TRUST);

/** What the score really rises by when the input is so. */
const riseOf = (from: QualityInput, to: Partial<QualityInput>) =>
  buildQualityScore({ ...from, ...to }).score - buildQualityScore(from).score;

describe('what would raise a score', () => {
  test('is what adding a missing field really brings', () => {
    const without = { ...HAZELNUT_SPREAD, country_of_origin: null };
    const gain = gainsOf(without).find(({ field }) => field === 'country_of_origin');
    const trustByField = { ...without.trustByField, country_of_origin: [OPERATOR_TRUST] };
    expect(gain).toMatchObject({ action: 'add', missing: ['country_of_origin'] });
    expect(gain?.gain).toBeCloseTo(riseOf(without, { country_of_origin: 'Italy', trustByField }), 2);
    expect(gain?.message).toBe(`Add country of origin: +${gain?.gain.toFixed(2)}`);
  });

  test('is what an operator’s word brings beside the sources there are', () => {
    const doubted = { ...HEADPHONES, trustByField: { ...HEADPHONES.trustByField, brand: [0.5] } };
    const gain = gainsOf(doubted).find(({ field }) => field === 'brand');
    const trustByField = { ...doubted.trustByField, brand: [0.5, OPERATOR_TRUST] };
    expect(gain).toMatchObject({ action: 'verify', missing: [] });
    expect(gain?.gain).toBeCloseTo(riseOf(doubted, { trustByField }), 2);
  });

  test('is the correction of what cannot be true', () => {
    const odd = { ...HAZELNUT_SPREAD, nutriments: { ...HAZELNUT_SPREAD.nutriments, sugars_g: 90 } };
    expect(gainsOf(odd)).toContainEqual(
      expect.objectContaining({ action: 'correct', field: null, gain: 0.05 }),
    );
  });

  test('comes with the most first, and leaves out what brings nothing', () => {
    const gains = gainsOf({ ...HAZELNUT_SPREAD, trustByField: {} });
    expect(gains.length).toBeGreaterThan(3);
    expect(gains.map(({ gain }) => gain)).toEqual(gains.map(({ gain }) => gain).toSorted((a, b) => b - a));
    expect(gains.every(({ gain }) => gain > 0)).toBe(true);
  });
});
