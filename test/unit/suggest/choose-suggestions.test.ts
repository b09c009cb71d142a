import { expect, it } from 'vitest';
import { chooseSuggestions, type Candidate } from '../../../src/search/suggest/choose-suggestions.ts';

const brand = (text: string, count: number): Candidate => ({
  type: 'brand',
  text,
  slug: text,
  count,
  rank: count,
});
const product = (text: string, rank: number): Candidate => ({
  type: 'product',
  text,
  id: text,
  gtin: null,
  brand: null,
  thumbnail: null,
  rank,
});
const texts = (candidates: Candidate[], typed: string, size: number) =>
  chooseSuggestions(candidates, [typed], size).map(({ text }) => text);

it('takes the nearest first, then the highest rank, the types in turn', () => {
  const candidates = [
    product('Sweet almond', 0.9),
    product('Almond bar', 0.4),
    product('Almond milk', 0.8),
    brand('Old Almond', 7),
    brand('Almond & Co', 2),
  ];
  expect(texts(candidates, 'almo', 8)).toEqual([
    'Almond & Co',
    'Almond milk',
    'Almond bar',
    'Old Almond',
    'Sweet almond',
  ]);
});

it('takes the more popular of equal ones first, then the shorter', () => {
  const candidates = [
    product('Almond jam', 0.5),
    { ...product('Almond paste', 0.5), popularity: 2 },
    { ...product('Almond spread', 0.5), popularity: 39 },
  ];
  expect(texts(candidates, 'almo', 8)).toEqual(['Almond spread', 'Almond paste', 'Almond jam']);
  expect(chooseSuggestions(candidates, ['almo'], 8)[0]).not.toHaveProperty('popularity');
});

it('gives no type more than half while others match, and the rest to anyone who matches', () => {
  const products = Array.from({ length: 9 }, (_, n) => product(`Almond ${n}`, 1 - n / 100));
  const far = [brand('My Almond', 3), brand('Our Almond', 2)];
  expect(texts([...products, ...far], 'almond', 4)).toEqual([
    'Almond 0',
    'Almond 1',
    'My Almond',
    'Our Almond',
  ]);
  expect(texts([...products, ...far], 'almond', 8)).toEqual([
    ...Array.from({ length: 6 }, (_, n) => `Almond ${n}`),
    'My Almond',
    'Our Almond',
  ]);
  expect(texts(products, 'almond', 5)).toHaveLength(5);
});

it('gives what has a typo what the others leave, and leaves out what matches no more', () => {
  const candidates = [product('Almond one', 0.5), brand('Almand', 9), product('Renamed', 0.9)];
  expect(texts(candidates, 'almond', 8)).toEqual(['Almond one', 'Almand']);
  expect(texts(candidates, 'almond', 1)).toEqual(['Almond one']);
});

it('lets a brand begin a turn, however few products it has', () => {
  const candidates = [product('Almond bar', 0.9), product('Almond milk', 0.8), brand('Almond & Co', 0.1)];
  expect(texts(candidates, 'almo', 8)).toEqual(['Almond & Co', 'Almond bar', 'Almond milk']);
});
