import { describe, expect, it, test } from 'vitest';
import { decideFact, listSuppliers, type FactClaim } from '../../../src/facts/decide-fact.ts';

const community = { id: 'community', kind: 'community', trust: 0.5 } as const;
const openFoodFacts = { id: 'open_food_facts', kind: 'open_data', trust: 0.6 } as const;
const usda = { id: 'usda', kind: 'official', trust: 0.85 } as const;
const operator = { id: 'operator', kind: 'operator', trust: 0.9 } as const;
const maker = { id: 'maker', kind: 'manufacturer', trust: 0.95 } as const;
const doubted = { id: 'shop', kind: 'retailer', trust: 0.3 } as const;

const DIFFERENT = { isFree: false, isEqual: false, isAlike: false };

describe('a fact that is offered', () => {
  const decide = (claim: Partial<FactClaim>) =>
    decideFact({ mode: 'submission', source: community, suppliers: [], ...DIFFERENT, ...claim });

  test('fills an empty field, no matter who supplied the rest', () => {
    expect(decide({ isFree: true })).toBe('taken');
    expect(decide({ isFree: true, suppliers: [operator] })).toBe('taken');
  });

  test('confirms the same value, and one that means the same', () => {
    expect(decide({ isEqual: true, suppliers: [operator] })).toBe('confirmed');
    expect(decide({ isAlike: true, suppliers: [operator] })).toBe('confirmed');
    expect(decide({ source: operator, isEqual: true })).toBe('confirmed');
  });

  test('replaces another value of the same or less trust, or of nobody', () => {
    expect(decide({ suppliers: [community] })).toBe('taken');
    expect(decide({ suppliers: [doubted, community] })).toBe('taken');
    expect(decide({ suppliers: [] })).toBe('taken');
  });

  test('is in conflict with a more trusted source, and with an operator whatever the trust', () => {
    expect(decide({ suppliers: [doubted, openFoodFacts] })).toBe('conflict');
    expect(decide({ source: maker, suppliers: [operator] })).toBe('conflict');
  });

  test('is taken from an operator, down to the letter', () => {
    expect(decide({ source: operator, suppliers: [operator] })).toBe('taken');
    expect(decide({ source: operator, isAlike: true, suppliers: [openFoodFacts] })).toBe('taken');
  });
});

describe('an import, of the product of another source', () => {
  const decide = (claim: Partial<FactClaim>) =>
    decideFact({ mode: 'complete', source: openFoodFacts, suppliers: [usda], ...DIFFERENT, ...claim });

  it('fills in what is missing', () => {
    expect(decide({ suppliers: [], isFree: true })).toBe('taken');
  });
  it('is decided by trust: keeps the values of sources as trusted, replaces those of less trusted ones', () => {
    expect(decide({})).toBe('kept');
    expect(decide({ source: { ...openFoodFacts, trust: usda.trust } })).toBe('kept');
    expect(decide({ source: usda, suppliers: [openFoodFacts] })).toBe('taken');
    expect(decide({ suppliers: [doubted, usda] })).toBe('kept');
  });
  it('keeps what people contributed, what an operator said and what nobody is named for, whatever the trust', () => {
    expect(decide({ suppliers: [community] })).toBe('kept');
    expect(decide({ source: maker, suppliers: [operator] })).toBe('kept');
    expect(decide({ source: maker, suppliers: [doubted, operator] })).toBe('kept');
    expect(decide({ suppliers: [] })).toBe('kept');
  });
  it('confirms an equal value, and one that differs in case and accents only', () => {
    expect(decide({ isEqual: true })).toBe('confirmed');
    expect(decide({ isAlike: true })).toBe('confirmed');
  });
  it('loses nothing when the source says nothing', () => {
    expect(decide({ suppliers: [openFoodFacts], isGivenEmpty: true })).toBe('kept');
  });
});

describe("an import, of the source's own product", () => {
  const decide = (claim: Partial<FactClaim>) =>
    decideFact({ mode: 'update', source: openFoodFacts, suppliers: [openFoodFacts], ...DIFFERENT, ...claim });

  it('follows the source where it alone supplied the value', () => {
    expect(decide({})).toBe('taken');
    expect(decide({ isAlike: true })).toBe('taken');
    expect(decide({ isGivenEmpty: true })).toBe('cleared');
  });
  it('follows it against others only when it is the most trusted supplier', () => {
    expect(decide({ suppliers: [openFoodFacts, community] })).toBe('taken');
    expect(decide({ suppliers: [openFoodFacts, usda] })).toBe('withdrawn');
    expect(decide({ suppliers: [openFoodFacts, usda], isGivenEmpty: true })).toBe('withdrawn');
  });
  it('does not follow it while one of several others is trusted more, or as much', () => {
    expect(decide({ suppliers: [openFoodFacts, community, usda] })).toBe('withdrawn');
    expect(decide({ suppliers: [openFoodFacts, { ...openFoodFacts, id: 'other' }] })).toBe('withdrawn');
  });
  it('keeps a value that another source put in its place', () => {
    expect(decide({ suppliers: [community] })).toBe('kept');
    expect(decide({ suppliers: [usda], isGivenEmpty: true })).toBe('kept');
  });
  it('never replaces what an operator stands behind, however trusted its source', () => {
    expect(decide({ source: maker, suppliers: [maker, operator] })).toBe('withdrawn');
    expect(decide({ source: maker, suppliers: [operator] })).toBe('kept');
  });
});

test('who says a fact afterwards follows from what became of it', () => {
  const after = (...[outcome, isShared]: [Parameters<typeof listSuppliers>[0], boolean?]) =>
    listSuppliers(outcome, ['usda', 'shop'], 'shop', isShared);
  expect(after('taken')).toEqual(['shop']);
  expect(after('taken', true)).toEqual(['usda', 'shop']);
  expect(after('confirmed')).toEqual(['usda', 'shop']);
  expect(after('withdrawn')).toEqual(['usda']);
  expect(after('kept')).toEqual(['usda', 'shop']);
  expect(listSuppliers('cleared', ['shop'], 'shop')).toEqual([]);
});
