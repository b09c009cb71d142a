import { expect, it } from 'vitest';
import { collectCandidates, type Candidate } from '../../../src/search/meilisearch/collect-candidates.ts';
import { inOrder } from '../../../src/search/similarity/rank-matches.ts';

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
