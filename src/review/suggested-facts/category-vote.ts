/** A product with a similar name. */
export interface NamedNeighbour {
  category: string;
  /** Likeness of the names, 0 to 1. */
  similarity: number;
  hasBrand: boolean;
}

interface CategoryVote {
  category: string;
  /** Neighbours in this category. */
  voices: number;
  /** All neighbours. */
  of: number;
}

/** Exponent of the likeness: half the likeness counts an eighth. */
const SHARPNESS = 3;
/** Factor for products of the same brand. */
const BRAND_WEIGHT = 1.5;
/** Least share of all weights that the category must have. */
const LEAST_SHARE = 0.7;
/** Least total weight, about that of one product with nearly the same name. */
const LEAST_WEIGHT = 0.3;

/** Returns the category with the most weight. Undefined if the neighbours disagree or are too unlike. */
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
