/** How near an engine's page comes to the oracle's. Pure: what counts as right is decided here and nowhere else. */

export interface ResultItem {
  id: string;
  score: number | null;
  quality_score: number;
}

/** A page of results; undefined where the engine failed to give one. */
export type ResultPage = { items: ResultItem[]; total: number } | undefined;

export interface Comparison {
  /** The page's sum of ranks over the oracle's, 0 to 1; 0 for a failed answer, and for an empty one that should not be. */
  scoreRatio: number;
  /** The share of positions that hold the oracle's rank; 1 when both pages are empty. */
  exact: number;
  /** The same products in the same order, and the same total. */
  isIdentical: boolean;
  isTotalExact: boolean;
  /** More than 2 % off. */
  isTotalWrong: boolean;
  /** A product that is on both pages has another score than the oracle's. */
  hasOtherScores: boolean;
}

const SAME_RANK = 0.0002;
const SAME_SCORE = 0.000_002;
const TOTAL_TOLERANCE = 0.02;

const FAILED: Comparison = {
  scoreRatio: 0,
  exact: 0,
  isIdentical: false,
  isTotalExact: false,
  isTotalWrong: true,
  hasOtherScores: false,
};

/** What results are ordered by; without a text the quality alone decides. */
export function rankOf(item: ResultItem): number {
  return (item.score ?? 1) * (0.5 + item.quality_score);
}

export function comparePages(truth: NonNullable<ResultPage>, answer: ResultPage): Comparison {
  if (!answer) return FAILED;
  const positions = Math.max(truth.items.length, answer.items.length);
  let same = 0;
  for (let i = 0; i < positions; i++) if (isSamePlace(truth.items[i], answer.items[i])) same++;
  const scores = new Map(truth.items.map((item) => [item.id, item.score ?? 1]));
  return {
    scoreRatio: findScoreRatio(truth.items, answer.items),
    exact: positions === 0 ? 1 : same / positions,
    isIdentical:
      answer.total === truth.total &&
      answer.items.length === truth.items.length &&
      answer.items.every((item, i) => item.id === truth.items[i]?.id),
    isTotalExact: answer.total === truth.total,
    isTotalWrong: Math.abs(answer.total - truth.total) > TOTAL_TOLERANCE * truth.total,
    hasOtherScores: answer.items.some(
      ({ id, score }) => Math.abs((scores.get(id) ?? score ?? 1) - (score ?? 1)) > SAME_SCORE,
    ),
  };
}

/** Products found by their barcode alone all rank 0: there the rank says nothing, and it must be the same product. */
function isSamePlace(expected: ResultItem | undefined, given: ResultItem | undefined): boolean {
  if (!expected || !given) return false;
  if (rankOf(expected) === 0) return given.id === expected.id;
  return Math.abs(rankOf(expected) - rankOf(given)) <= SAME_RANK;
}

function findScoreRatio(expected: ResultItem[], given: ResultItem[]): number {
  const distinct = [...new Map(given.map((item) => [item.id, item])).values()];
  if (expected.length === 0) return distinct.length === 0 ? 1 : 0;
  const wanted = sumOf(expected);
  if (wanted > 0) return Math.min(1, sumOf(distinct) / wanted);
  const ids = new Set(distinct.map(({ id }) => id));
  return expected.filter(({ id }) => ids.has(id)).length / expected.length;
}

function sumOf(items: ResultItem[]): number {
  return items.reduce((sum, item) => sum + rankOf(item), 0);
}

/**
 * Whether following pages go on where the one before ended: no product twice, and together the same products in the
 * same order as one page of all of them. A failed page breaks them.
 */
export function arePagesWhole(pages: ResultPage[], whole: ResultPage): boolean {
  if (!whole || pages.includes(undefined)) return false;
  const paged = pages.flatMap((page) => page?.items.map(({ id }) => id) ?? []);
  return (
    new Set(paged).size === paged.length &&
    paged.length === whole.items.length &&
    paged.every((id, i) => id === whole.items[i]?.id)
  );
}
