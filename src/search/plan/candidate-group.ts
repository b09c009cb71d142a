import type { Filter } from './filter.ts';

/** Documents to fetch by quality, best first. */
export interface CandidateGroup {
  filter: Filter;
  /** No document of this group that is in none before it has a greater similarity. */
  bound: number;
  /** All its documents have just this similarity, or are also in a group of a greater bound. */
  isExact: boolean;
  /** All its documents match by a barcode, whatever their names are. */
  isByBarcode?: true;
  /** Its documents are not among the plan's possible ones, but among those that are nearly enough. */
  isBeyond?: true;
}

export interface QueryPlan {
  /** To begin with: where the best products are, most likely. */
  first: CandidateGroup[];
  /** Groups that together hold every document of a greater similarity than this; in order of falling bound. */
  above(similarity: number): CandidateGroup[];
  /** Documents that match, whatever else they hold. */
  certain: Filter;
  /** Documents of which some match: as words tell they do, but not where in the name these stand. */
  possible: Filter;
  /** Documents that may match although their words fall short of it. */
  nearly(): Filter;
}
