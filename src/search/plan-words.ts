import { allOf, anyOf, oneOf } from './filter-expression.ts';
import { border } from './index-tokens.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** One word of the query and what stands for it in the index. */
interface Unit {
  /** Its trigrams, those of longer words of the query left out. */
  weight: number;
  /** Documents with a word that has all of its trigrams. */
  whole: string | undefined;
  /** Documents with `least` of its trigrams or more, but not all in one word. */
  variants: { least: number; filter: string | undefined }[];
}

/** Documents are fetched down this ladder: at least so much of the query's trigrams. */
const RUNGS = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.36, 0.28];
/** The parts of a word that count as a variant of it, coarsely: each step is a list of words of its own. */
const VARIANT_STEPS = [0.75, 0.5, 0.34];
/** Fewer trigrams than this are in thousands of words; next to another word of the query a border stands for them. */
const LEAST_VARIANT = 3;
const BORDER_TRIGRAMS = 2;
/** A long query is planned by its longest words; the others can only add to a document. */
const MOST_UNITS = 10;
/** Two variants at once are tried for short queries only: the pairs of a long one are too many to list. */
const MOST_UNITS_FOR_PAIRS = 3;

/**
 * A query of several words. A document shares with the query about as many trigrams as its words share with the
 * query's words, so each rung of the ladder asks for the documents whose words add up to that much: any combination
 * of whole words, with one or two of them in a variant. What it shares beyond that (two letters here and there) is
 * not counted, so a rung's bound is close, not strict.
 */
export function planWords(words: string[], query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const units = buildUnits(words, vocabulary);
  const groups: CandidateGroup[] = [];
  let bound = 1;
  for (const rung of RUNGS) {
    const filter = reaching(units, rung * query.count - 1e-9);
    if (filter && filter !== groups.at(-1)?.filter) groups.push({ filter, bound });
    bound = rung;
  }
  return { groups, matching: reaching(units, SIMILARITY_THRESHOLD * query.count) };
}

/** The longest words first. A trigram that two words share counts for the first of them. */
function buildUnits(words: string[], vocabulary: Vocabulary): Unit[] {
  const counted = new Set<number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_UNITS);
  return longest.flatMap((word): Unit[] => {
    const own = new Set(trigramsOf(word).filter((trigram) => !counted.has(trigram)));
    if (own.size === 0) return [];
    for (const trigram of own) counted.add(trigram);
    const borders = longest.filter((other) => other !== word).map((other) => border(other, word));
    return [buildUnit(own, borders, vocabulary)];
  });
}

function buildUnit(trigrams: Set<number>, borders: string[], vocabulary: Vocabulary): Unit {
  const weight = trigrams.size;
  const steps = VARIANT_STEPS.map((step) => Math.max(LEAST_VARIANT, Math.ceil(step * weight)));
  const related = vocabulary.sharing(trigrams, Math.min(weight, ...steps));
  const variants = [...new Set(steps)].map((least) => ({
    least,
    filter: wordsWhere(related, (count) => count >= least && count < weight),
  }));
  if (weight > BORDER_TRIGRAMS) variants.push({ least: BORDER_TRIGRAMS, filter: anyOf('borders', borders) });
  return { weight, whole: wordsWhere(related, (count) => count === weight), variants };
}

function wordsWhere(
  related: { word: string; count: number }[],
  fits: (count: number) => boolean,
): string | undefined {
  return anyOf(
    'words',
    related.filter(({ count }) => fits(count)).map(({ word }) => word),
  );
}

/** Documents that hold `need` trigrams: whole words of the units, and variants of at most two of them. */
function reaching(units: Unit[], need: number): string | undefined {
  const choices = [reachingWhole(units, need)];
  for (const [i, one] of units.entries()) {
    const others = units.toSpliced(i, 1);
    for (const variant of one.variants) {
      choices.push(join(variant.filter, restOf(others, need - variant.least)));
      if (units.length > MOST_UNITS_FOR_PAIRS) continue;
      for (const two of others.slice(i)) {
        const rest = others.filter((unit) => unit !== two);
        for (const second of two.variants) {
          const both = allOf(variant.filter, second.filter);
          choices.push(join(both, restOf(rest, need - variant.least - second.least)));
        }
      }
    }
  }
  return oneOf(...choices);
}

/** Documents that hold whole words for `need` trigrams. */
function reachingWhole(units: Unit[], need: number): string | undefined {
  const [unit, ...others] = units;
  if (!unit || units.reduce((sum, { weight }) => sum + weight, 0) < need) return undefined;
  return oneOf(join(unit.whole, restOf(others, need - unit.weight)), reachingWhole(others, need));
}

/** What else a document must hold: nothing, when the need is met. */
function restOf(units: Unit[], need: number): string | undefined | typeof NOTHING {
  return need <= 0 ? NOTHING : reachingWhole(units, need);
}

const NOTHING = Symbol('nothing');

function join(own: string | undefined, rest: string | undefined | typeof NOTHING): string | undefined {
  return rest === NOTHING ? own : allOf(own, rest);
}
