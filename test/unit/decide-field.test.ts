import { describe, expect, it } from 'vitest';
import { decideField, type FieldClaim } from '../../src/import/decide-field.ts';

const TRUST = new Map([
  ['community', 0.5],
  ['open_food_facts', 0.6],
  ['usda', 0.85],
]);
const base: FieldClaim = {
  mode: 'update',
  sourceId: 'open_food_facts',
  suppliers: ['open_food_facts'],
  trustOf: (sourceId) => TRUST.get(sourceId) ?? 0,
  isCurrentEmpty: false,
  isGivenEmpty: false,
  isEqual: false,
  isAlike: false,
};
const decide = (claim: Partial<FieldClaim>) => decideField({ ...base, ...claim });

describe('the product of another source', () => {
  const complete = { mode: 'complete', suppliers: ['usda'] } as const;

  it('gets what it lacks', () => {
    expect(decide({ ...complete, suppliers: [], isCurrentEmpty: true })).toBe('take');
  });
  it('keeps its values, even those of a less trusted source', () => {
    expect(decide(complete)).toBe('keep');
    expect(decide({ ...complete, suppliers: ['community'] })).toBe('keep');
  });
  it('is confirmed by an equal value, or one that differs in case and accents only', () => {
    expect(decide({ ...complete, isEqual: true })).toBe('agree');
    expect(decide({ ...complete, isAlike: true })).toBe('agree');
  });
  it('loses nothing when the source says nothing', () => {
    expect(decide({ ...complete, suppliers: ['open_food_facts'], isGivenEmpty: true })).toBe('keep');
  });
});

describe("the source's own product", () => {
  it('follows the source where it alone supplied the value', () => {
    expect(decide({})).toBe('take');
    expect(decide({ isAlike: true })).toBe('take');
    expect(decide({ isGivenEmpty: true })).toBe('clear');
  });
  it('follows it against others only when it is the most trusted supplier', () => {
    expect(decide({ suppliers: ['open_food_facts', 'community'] })).toBe('take');
    expect(decide({ suppliers: ['open_food_facts', 'usda'] })).toBe('withdraw');
    expect(decide({ suppliers: ['open_food_facts', 'usda'], isGivenEmpty: true })).toBe('withdraw');
  });
  it('does not follow it while one of several others is trusted more, or as much', () => {
    expect(decide({ suppliers: ['open_food_facts', 'community', 'usda'] })).toBe('withdraw');
    const equal = { suppliers: ['open_food_facts', 'other'], trustOf: () => 0.6 };
    expect(decide(equal)).toBe('withdraw');
  });
  it('keeps a value that another source put in its place', () => {
    expect(decide({ suppliers: ['community'] })).toBe('keep');
    expect(decide({ suppliers: ['usda'], isGivenEmpty: true })).toBe('keep');
  });
});
