import { border } from '../../index/index-tokens.ts';
import type { CandidateGroup } from './candidate-group.ts';
import { ALL, and, anyOf, NONE, or, type Filter } from './filter.ts';
import { weightOf, type Unit } from './query-units.ts';
import { MAX_TERMS_FOR_PAIRS, MIN_SHARED_TRIGRAMS } from '../planner-limits.ts';

/** A group for each rung: its documents hold so many trigrams, and those of no group before it hold fewer than that. */
export function climbDown(
  units: Unit[],
  rungs: number[],
  trigramCount: number,
  beyond: number,
): CandidateGroup[] {
  const groups: CandidateGroup[] = [];
  let bound = 1;
  for (const rung of [...new Set(rungs)].sort((a, b) => b - a)) {
    const filter = reaching(units, rung);
    if (filter !== NONE && filter.key !== groups.at(-1)?.filter.key)
      groups.push({ filter, bound, isExact: false });
    bound = Math.min(1, (rung - 1 + beyond) / trigramCount);
  }
  return groups;
}

/** Documents that hold all words, and these side by side in the order of the query. */
export function neighbouring(words: string[], units: Unit[]): CandidateGroup[] {
  const borders = words.slice(1).map((word, i) => anyOf('tokens', [border(words[i] as string, word)]));
  const filter = and(...units.map(({ whole }) => whole), ...borders);
  return filter !== NONE && units.length === words.length ? [{ filter, bound: 1, isExact: true }] : [];
}

/**
 * Documents that hold `need` trigrams in two units or more: whole words of the units, and variants of at most two of
 * them. (Documents in which one word is enough are found by that word.)
 */
export function reaching(units: Unit[], need: number): Filter {
  const choices = units.map((unit, i) =>
    withRest(unit.whole, restOf(units.slice(i + 1), need - unit.weight)),
  );
  for (const [i, one] of units.entries()) {
    choices.push(...withVariant(one, units.toSpliced(i, 1), need));
    if (units.length > MAX_TERMS_FOR_PAIRS) continue;
    for (const [j, two] of units.entries()) {
      if (j !== i)
        choices.push(
          ...withVariantAndEdge(
            one,
            two,
            units.filter((unit) => unit !== one && unit !== two),
            need,
          ),
        );
      if (j > i)
        choices.push(
          ...withVariants(
            one,
            two,
            units.filter((unit) => unit !== one && unit !== two),
            need,
          ),
        );
    }
  }
  return or(...choices);
}

/** One unit in a variant, the others whole. Of variants with the same rest the widest is enough. */
function withVariant(unit: Unit, others: Unit[], need: number): Filter[] {
  const choices: Filter[] = [];
  let widest: Filter = NONE;
  for (let count = Math.min(MIN_SHARED_TRIGRAMS, unit.weight); count < unit.weight; count++) {
    const rest = restOf(others, need - count);
    if (rest.key === widest.key) continue;
    widest = rest;
    choices.push(withRest(unit.holding(count), rest));
  }
  for (const [count, edge] of [
    [2, unit.edges.two],
    [1, unit.edges.one],
  ] as const) {
    if (count < unit.weight) choices.push(withRest(edge, restOf(others, need - count)));
  }
  return choices;
}

/** Two units in variants that add up to the need, with the third whole or without it. */
function withVariants(one: Unit, two: Unit, others: Unit[], need: number): Filter[] {
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

/** One unit in a variant and an edge of another, with the third whole or without it. */
function withVariantAndEdge(one: Unit, two: Unit, others: Unit[], need: number): Filter[] {
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

/** What the units must hold for `need` trigrams in whole words. */
function restOf(units: Unit[], need: number): Filter {
  if (need <= 0) return ALL;
  const [unit, ...others] = units;
  if (!unit || weightOf(units) < need) return NONE;
  return or(and(unit.whole, restOf(others, need - unit.weight)), restOf(others, need));
}
