import { describe, expect, test } from 'vitest';
import { decideFact, type FactOffer } from '../../src/facts/decide-fact.ts';

const community = { kind: 'community', trust: 0.5 } as const;
const openData = { kind: 'open_data', trust: 0.6 } as const;
const operator = { kind: 'operator', trust: 0.9 } as const;
const doubted = { kind: 'retailer', trust: 0.3 } as const;

const decide = (offer: Partial<FactOffer>) =>
  decideFact({ source: community, suppliers: [], isFree: false, isEqual: false, isAlike: false, ...offer });

describe('a fact that is offered', () => {
  test('fills an empty field, whoever supplied the rest', () => {
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
    expect(decide({ suppliers: [doubted, openData] })).toBe('conflict');
    expect(decide({ source: { kind: 'official', trust: 0.95 }, suppliers: [operator] })).toBe('conflict');
  });

  test('is taken from an operator, down to the letter', () => {
    expect(decide({ source: operator, suppliers: [operator] })).toBe('taken');
    expect(decide({ source: operator, isAlike: true, suppliers: [openData] })).toBe('taken');
  });
});
