import { boundaryToken } from '../../index/index-tokens.ts';
import type { CandidateGroup } from './candidate-group.ts';
import { ALL, and, anyOf, NONE, or, type Filter } from './filter.ts';
import { weightOf, type QueryTerm } from './query-terms.ts';
import { MAX_TERMS_FOR_PAIRS, MIN_SHARED_TRIGRAMS } from '../planner-limits.ts';

/**
 * A group for each number of trigrams: its documents hold as many, and those of no group before it hold fewer than that.
 */
export function groupsByCount(
  terms: QueryTerm[],
  needs: number[],
  trigramCount: number,
  beyond: number,
): CandidateGroup[] {
  const groups: CandidateGroup[] = [];
  let bound = 1;
  for (const need of [...new Set(needs)].sort((a, b) => b - a)) {
    const filter = reaching(terms, need);
    if (filter !== NONE && filter.key !== groups.at(-1)?.filter.key)
      groups.push({ filter, bound, isExact: false });
    bound = Math.min(1, (need - 1 + beyond) / trigramCount);
  }
  return groups;
}

/** Documents that hold all words, and these side by side in the order of the query. */
export function neighbouring(words: string[], terms: QueryTerm[]): CandidateGroup[] {
  const boundaries = words
    .slice(1)
    .map((word, i) => anyOf('tokens', [boundaryToken(words[i] as string, word)]));
  const filter = and(...terms.map(({ whole }) => whole), ...boundaries);
  return filter !== NONE && terms.length === words.length ? [{ filter, bound: 1, isExact: true }] : [];
}

/**
 * Documents that hold `need` trigrams in two terms or more: whole words of the terms, and variants of at most two of
 * them. (Documents in which one word is enough are found by that word.)
 */
export function reaching(terms: QueryTerm[], need: number): Filter {
  const choices = terms.map((term, i) =>
    withRest(term.whole, restOf(terms.slice(i + 1), need - term.weight)),
  );
  for (const [i, one] of terms.entries()) {
    choices.push(...withVariant(one, terms.toSpliced(i, 1), need));
    if (terms.length > MAX_TERMS_FOR_PAIRS) continue;
    for (const [j, two] of terms.entries()) {
      const others = terms.filter((term) => term !== one && term !== two);
      if (j !== i) choices.push(...withVariantAndEdge(one, two, others, need));
      if (j > i) choices.push(...withVariants(one, two, others, need));
    }
  }
  return or(...choices);
}

/** One term in a variant, the others whole. Of variants with the same rest the widest is enough. */
function withVariant(term: QueryTerm, others: QueryTerm[], need: number): Filter[] {
  const choices: Filter[] = [];
  let widest: Filter = NONE;
  for (let count = Math.min(MIN_SHARED_TRIGRAMS, term.weight); count < term.weight; count++) {
    const rest = restOf(others, need - count);
    if (rest.key === widest.key) continue;
    widest = rest;
    choices.push(withRest(term.holding(count), rest));
  }
  for (const [count, edge] of [
    [2, term.edges.two],
    [1, term.edges.one],
  ] as const) {
    if (count < term.weight) choices.push(withRest(edge, restOf(others, need - count)));
  }
  return choices;
}

/** Two terms in variants that add up to the need, with the third whole or without it. */
function withVariants(one: QueryTerm, two: QueryTerm, others: QueryTerm[], need: number): Filter[] {
  const choices: Filter[] = [];
  const step = others.length === 0 ? 1 : 2;
  for (const third of [undefined, ...others]) {
    const left = need - (third?.weight ?? 0);
    for (let count = MIN_SHARED_TRIGRAMS; count < one.weight; count += step) {
      // The step is taken off, so that no sum that is enough falls between two counts.
      const other = Math.max(MIN_SHARED_TRIGRAMS, left - count - (step - 1));
      if (other >= two.weight || left <= 0) continue;
      choices.push(and(one.holding(count), two.holding(other), ...(third ? [third.whole] : [])));
      if (other === MIN_SHARED_TRIGRAMS) break;
    }
  }
  return choices;
}

/** One term in a variant and an edge of another, with the third whole or without it. */
function withVariantAndEdge(one: QueryTerm, two: QueryTerm, others: QueryTerm[], need: number): Filter[] {
  return [undefined, ...others].flatMap((third) =>
    ([2, 1] as const).map((edge) => {
      const count = Math.max(MIN_SHARED_TRIGRAMS, need - edge - (third?.weight ?? 0));
      if (count >= one.weight || two.weight <= edge) return NONE;
      const beside = edge === 2 ? two.edges.two : two.edges.one;
      return and(one.holding(count), beside, ...(third ? [third.whole] : []));
    }),
  );
}

/** Documents of the filter and of the rest; none when nothing of a rest is needed: the filter alone would be enough. */
function withRest(filter: Filter, rest: Filter): Filter {
  return rest === ALL ? NONE : and(filter, rest);
}

/** What the terms must hold for `need` trigrams in whole words. */
function restOf(terms: QueryTerm[], need: number): Filter {
  if (need <= 0) return ALL;
  const [term, ...others] = terms;
  if (!term || weightOf(terms) < need) return NONE;
  return or(and(term.whole, restOf(others, need - term.weight)), restOf(others, need));
}
