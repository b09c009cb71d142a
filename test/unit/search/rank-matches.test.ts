import { expect, it } from 'vitest';
import { collectCandidates, type Candidate } from '../../../src/search/meilisearch/collect-candidates.ts';
import { SIMILARITY_THRESHOLD } from '../../../src/search/search-limits.ts';
import { inOrder, scoreOfMatch } from '../../../src/search/similarity/rank-matches.ts';
import {
  countShared,
  queryTrigrams,
  similarityBeside,
  trigramSimilarity,
  trigramsOf,
  wordSimilarity,
} from '../../../src/search/similarity/word-similarity.ts';
import { foldText } from '../../../src/text/fold-text.ts';

const product = (id: string, name: string, quality_score: number): Candidate => ({
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

it('ties come by id in whatever order they are found, and however often', () => {
  const found = collectCandidates('oat milk', 3);
  const of = (...ids: string[]) => ids.map((id) => product(id, 'Oat milk', 0.5));
  found.add(of('d', 'b'));
  found.add(of('c', 'a', 'b'));
  expect(found.matches().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

it('what a name shares bounds its similarity, and is told without it only where it cannot match', () => {
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
      expect(countShared(query, name) / query.count).toBeGreaterThanOrEqual(score - 1e-6);
    }
  }
});

it('a run that goes on beside a word is bounded by what the word ends or begins with', () => {
  const query = queryTrigrams('tomato');
  const beside = (side: 'end' | 'start', name: string, further: number) =>
    similarityBeside(query, trigramsOf(name), side, further);
  // `roto` ends in the last two trigrams of seven, and two more follow: 4 / 7.
  expect(beside('end', 'roto', 2)).toBeCloseTo(
    trigramSimilarity(query, trigramsOf('roto'), trigramsOf('to').slice(0, 2)),
  );
  expect(beside('start', 'tomb', 1)).toBeGreaterThan(trigramSimilarity(query, trigramsOf('tomb')));
  expect(beside('end', 'xyz', 1)).toBe(0);
});
