import { expect, it } from 'vitest';
import { SIMILARITY_THRESHOLD } from '../../../src/search/search-limits.ts';
import { inOrder, scoreOfMatch } from '../../../src/search/similarity/rank-matches.ts';
import { queryTrigrams, wordSimilarity } from '../../../src/search/similarity/word-similarity.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';

const product = (id: string, name: string, quality_score: number) => ({
  id,
  gtin: null,
  name,
  brand: null,
  category_path: null,
  country_of_origin: null,
  quality_score,
});

it('candidates are ranked by similarity × (0.5 + quality), then quality, and ties by id', () => {
  const match = (id: string, score: number, quality_score: number) => ({
    ...product(id, id, quality_score),
    score,
  });
  const matches = [
    match('d', 0.5, 0.5),
    match('c', 0.5, 0.5),
    match('b', 1, 0),
    match('e', 0.5, 0.6),
    match('a', 0.5, 0.5),
  ];
  // 0.55, then four of rank 0.5: the better quality, and of one quality by id.
  expect(inOrder(matches).map(({ id }) => id)).toEqual(['e', 'a', 'c', 'd', 'b']);
});

it('a name matches that is alike enough or holds the text', () => {
  const names = [
    'Crème Brûlée',
    'creme',
    'Straße 9 ½',
    'Œufs frais',
    'Brulee creme',
    'Молоко',
    'xcreme brulee',
    '',
  ];
  for (const text of ['creme brulee', 'rulee', 'œufs', 'a', '9 1', 'молоко'].map(foldText)) {
    const query = queryTrigrams(text);
    for (const name of names) {
      const folded = foldText(name);
      const score = wordSimilarity(query, folded);
      const isMatch = score >= SIMILARITY_THRESHOLD || folded.includes(text);
      expect(scoreOfMatch(text, query, name), `${text} in ${name}`).toBe(isMatch ? score : undefined);
    }
  }
});
