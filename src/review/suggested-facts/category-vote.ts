/** A product with a name like the one in question. */
export interface NamedNeighbour {
  category: string;
  /** Likeness of the names, 0 to 1. */
  similarity: number;
  hasBrand: boolean;
}

interface CategoryVote {
  category: string;
  /** So many of the neighbours … */
  voices: number;
  /** … of so many are in it. */
  of: number;
}

/** A name half as alike says less than half. */
const SHARPNESS = 3;
/** What the likeness of a product of the same brand counts. */
const BRAND_WEIGHT = 1.5;
/** Of all that is said, so much has to be for one category. */
const LEAST_SHARE = 0.7;
/** Together as much as one product whose name is nearly the same. */
const LEAST_WEIGHT = 0.3;

/** The category that most speaks for; undefined where the neighbours disagree, or are too unlike to say anything. */
export function voteCategory(neighbours: readonly NamedNeighbour[]): CategoryVote | undefined {
  const weights = new Map<string, number>();
  for (const { category, similarity, hasBrand } of neighbours) {
    const weight = similarity ** SHARPNESS * (hasBrand ? BRAND_WEIGHT : 1);
    weights.set(category, (weights.get(category) ?? 0) + weight);
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const [best] = [...weights].toSorted(([, a], [, b]) => b - a);
  if (!best || best[1] < LEAST_WEIGHT || best[1] < total * LEAST_SHARE) return undefined;
  const voices = neighbours.filter(({ category }) => category === best[0]).length;
  return { category: best[0], voices, of: neighbours.length };
}
