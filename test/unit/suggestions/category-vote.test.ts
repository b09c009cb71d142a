import { expect, test } from 'vitest';
import { voteCategory } from '../../../src/review/suggested-facts/category-vote.ts';

const near = (category: string, similarity: number, hasBrand = false) => ({ category, similarity, hasBrand });

test('most of what is said decides', () => {
  const neighbours = [near('yogurts', 0.8), near('yogurts', 0.6), near('cheeses', 0.5)];
  expect(voteCategory(neighbours)).toEqual({ category: 'yogurts', voices: 2, of: 3 });
});

test('neighbours that disagree say nothing', () => {
  expect(voteCategory([near('yogurts', 0.7), near('cheeses', 0.7)])).toBeUndefined();
});

test('names that are hardly alike say nothing', () => {
  expect(voteCategory([near('yogurts', 0.5)])).toBeUndefined();
  expect(voteCategory([])).toBeUndefined();
});

test('the same brand says more', () => {
  const neighbours = [near('yogurts', 0.8, true), near('cheeses', 0.6)];
  expect(voteCategory(neighbours)?.category).toBe('yogurts');
});
