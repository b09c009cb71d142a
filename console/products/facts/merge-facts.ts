import { FACT_NAMES, isSameFact, type Facts } from './product-facts.ts';
import type { WrittenName } from '../../../src/facts/registry/fact-list.ts';

export interface FactsMerge {
  /** Theirs with my changes; facts in `both` have my value for now. */
  merged: Facts;
  /** Facts that only they changed. */
  theirs: WrittenName[];
  /** Facts that only I changed. */
  mine: WrittenName[];
  /** Facts that both changed differently: the operator has to choose. */
  both: WrittenName[];
}

/** A three-way merge of one product: the version I started from, mine, and the one saved meanwhile. */
export function mergeFacts(base: Facts, mine: Facts, theirs: Facts): FactsMerge {
  const result: FactsMerge = { merged: theirs, theirs: [], mine: [], both: [] };
  for (const name of FACT_NAMES) {
    const haveI = !isSameFact(base[name], mine[name]);
    const haveThey = !isSameFact(base[name], theirs[name]);
    if (haveI) result.merged = { ...result.merged, [name]: mine[name] };
    if (haveI && haveThey && !isSameFact(mine[name], theirs[name])) result.both.push(name);
    else if (haveI) result.mine.push(name);
    else if (haveThey) result.theirs.push(name);
  }
  return result;
}
