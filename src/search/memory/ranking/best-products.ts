/** Products of a page, as they are found. */
export interface BestProducts {
  offer(place: number, rank: number): void;
  /** Whether it is better than what is known to be the last of them: none that is refused will be taken later. */
  takes(place: number, rank: number): boolean;
  /** Rank that a product needs to be among them. */
  least(): number;
  /** In order. */
  places(): number[];
}

interface Found {
  place: number;
  rank: number;
}

/**
 * Keeps the first `wanted` products by rank, and where ranks tie in the order of `compareTies`: many products have the same
 * quality.
 */
export function createBestProducts(
  wanted: number,
  compareTies: (one: number, other: number) => number,
): BestProducts {
  const inOrder = (a: Found, b: Found): number => b.rank - a.rank || compareTies(a.place, b.place);
  let found: Found[] = [];
  /** The last of those wanted, as far as they were put in order. */
  let last: Found | undefined;
  const trim = (): void => {
    found = found.sort(inOrder).slice(0, wanted);
    last = found[wanted - 1];
  };
  const takes = (place: number, rank: number): boolean =>
    !last || rank > last.rank || (rank === last.rank && compareTies(place, last.place) <= 0);
  return {
    takes,
    offer(place, rank) {
      if (!takes(place, rank)) return;
      found.push({ place, rank });
      // Put in order now and then: each time most of what was found since falls out.
      if (found.length >= 2 * wanted + 100) trim();
    },
    least: () => last?.rank ?? -1,
    places() {
      trim();
      return found.map(({ place }) => place);
    },
  };
}
