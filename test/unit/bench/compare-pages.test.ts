import { describe, expect, it } from 'vitest';
import {
  arePagesWhole,
  comparePages,
  type ResultItem,
  type ResultPage,
} from '../../../bench/search/questions/compare-pages.ts';

const item = (id: string, score: number | null, quality = 0.5): ResultItem => ({
  id,
  score,
  quality_score: quality,
});
const page = (items: ResultItem[], total = items.length): NonNullable<ResultPage> => ({ items, total });

const truth = page([item('a', 1), item('b', 0.8), item('c', 0.6), item('d', 0.6)], 100);

describe('a page beside the oracle’s', () => {
  it('is perfect when it is the same', () => {
    expect(comparePages(truth, truth)).toEqual({
      scoreRatio: 1,
      exact: 1,
      isIdentical: true,
      isTotalExact: true,
      isTotalWrong: false,
      hasOtherScores: false,
    });
  });

  it('counts 0 when the engine failed', () => {
    expect(comparePages(truth, undefined)).toMatchObject({ scoreRatio: 0, exact: 0, isTotalWrong: true });
  });

  it('counts 0 when it is empty and should not be', () => {
    expect(comparePages(truth, page([]))).toMatchObject({ scoreRatio: 0, exact: 0, isTotalWrong: true });
  });

  it('counts 0 when it should be empty and is not', () => {
    expect(comparePages(page([]), page([item('a', 1)]))).toMatchObject({
      scoreRatio: 0,
      exact: 0,
      isTotalWrong: true,
    });
  });

  it('is perfect when both are empty', () => {
    expect(comparePages(page([]), page([]))).toMatchObject({ scoreRatio: 1, exact: 1, isIdentical: true });
  });

  it('is exact by position, not by product: another product of the same rank is as good', () => {
    const answer = page([item('a', 1), item('b', 0.8), item('d', 0.6), item('c', 0.6)], 100);
    expect(comparePages(truth, answer)).toMatchObject({ exact: 1, isIdentical: false });
  });

  it('loses every place after one that is missing', () => {
    const answer = page([item('a', 1), item('c', 0.6), item('d', 0.6), item('e', 0.5)], 100);
    // Place 3 holds the right rank again, because c and d have the same.
    expect(comparePages(truth, answer)).toMatchObject({ exact: 0.5 });
    expect(comparePages(truth, answer).scoreRatio).toBeCloseTo(2.7 / 3, 10);
  });

  it('counts a product that comes twice once', () => {
    const answer = page([item('a', 1), item('a', 1), item('a', 1), item('a', 1)], 100);
    expect(comparePages(truth, answer).scoreRatio).toBeCloseTo(1 / 3, 10);
  });

  it('is measured by the longer of the two pages', () => {
    expect(comparePages(page([item('a', 1)]), page([item('a', 1), item('b', 0.1)])).exact).toBe(0.5);
    expect(comparePages(page([item('a', 1), item('b', 0.1)]), page([item('a', 1)])).exact).toBe(0.5);
  });

  it('must hold the same products where they rank 0, as those found by barcode alone do', () => {
    const byBarcode = page([item('a', 0), item('b', 0)]);
    expect(comparePages(byBarcode, page([item('a', 0), item('x', 0)]))).toMatchObject({
      scoreRatio: 0.5,
      exact: 0.5,
    });
  });

  it('ranks by quality alone when there is no text', () => {
    const byQuality = page([item('a', null, 0.9), item('b', null, 0.1)]);
    expect(comparePages(byQuality, page([item('b', null, 0.1), item('a', null, 0.9)]))).toMatchObject({
      scoreRatio: 1,
      exact: 0,
    });
  });

  it('has a wrong total from 2 % off, and never a ratio above 1', () => {
    expect(comparePages(truth, page(truth.items, 102))).toMatchObject({
      isTotalExact: false,
      isTotalWrong: false,
    });
    expect(comparePages(truth, page(truth.items, 103)).isTotalWrong).toBe(true);
    expect(comparePages(page([item('a', 0.5)]), page([item('b', 1)])).scoreRatio).toBe(1);
  });

  it('shows when the engine claims another score for a product', () => {
    const answer = page([item('a', 0.9), ...truth.items.slice(1)], 100);
    expect(comparePages(truth, answer).hasOtherScores).toBe(true);
    expect(comparePages(truth, page([...truth.items, item('z', 0.1)], 100)).hasOtherScores).toBe(false);
  });
});

describe('pages that follow each other', () => {
  const whole = page([item('a', 1), item('b', 1), item('c', 1)], 9);

  it('are whole when together they are one page of all', () => {
    expect(arePagesWhole([page([item('a', 1), item('b', 1)]), page([item('c', 1)])], whole)).toBe(true);
  });

  it.each([
    ['repeat a product', [page([item('a', 1), item('b', 1)]), page([item('b', 1)])]],
    ['skip a product', [page([item('a', 1), item('b', 1)]), page([item('d', 1)])]],
    ['end too early', [page([item('a', 1), item('b', 1)]), page([])]],
    ['failed', [page([item('a', 1), item('b', 1)]), undefined]],
  ])('are broken when they %s', (_, pages) => {
    expect(arePagesWhole(pages, whole)).toBe(false);
  });
});
