import { allOf, anyOf, oneOf } from './filter-expression.ts';
import { border, ending } from './index-tokens.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { SIMILARITY_THRESHOLD } from './search-engine.ts';
import type { Vocabulary } from './vocabulary.ts';
import { trigramSimilarity, trigramsOf, type QueryTrigrams } from './word-similarity.ts';

/** One word of the query and what stands for it in the index. */
interface Unit {
  /** Its trigrams, those of longer words of the query left out. */
  weight: number;
  /** Documents with a word that has all of its trigrams. */
  whole: string | undefined;
  /** Documents with `least` of its trigrams or more, but not all in one word. */
  variants: Variant[];
}

interface Variant {
  /** So many of the unit's trigrams at the least. */
  least: number;
  filter: string | undefined;
  /** The nested variants of a unit come widest first: each holds the documents of those after it. */
  isNested: boolean;
}

/** What the other units must hold: nothing, a filter, or what no document can. */
type Rest = string | undefined | typeof NOTHING;

/** Tokens that stand for the first or last two trigrams of a word, and for the last one. */
interface Edges {
  two: string[];
  one: string[];
}

/** Documents are fetched down this ladder: at least so much of the planned words' trigrams. */
const RUNGS = [1, 0.84, 0.7, 0.56];
const HALVES_RUNGS = [0.7, 0.56, 0.46];
/** The parts of a word that count as a variant of it, coarsely: each step is a list of words of its own. */
const VARIANT_STEPS = [0.34, 0.5, 0.75];
/** Fewer trigrams than this are in thousands of words; a border next to another word, or an ending, stands for them. */
const LEAST_VARIANT = 3;
/** From here on a word may stand for two: each half of its trigrams can be in a word of its own. */
const LONG_WEIGHT = 8;
/** A long query is planned by its longest words; the others can only add to a document. */
const MOST_UNITS = 6;
const MOST_WORDS = 80;
/** Two variants at once are tried for short queries only: the pairs of a long one are too many to list. */
const MOST_UNITS_FOR_PAIRS = 3;
/** So many groups of single words are asked for at once. */
const FIRST_SINGLES = 2;

/**
 * A query of several words. What one word of a name is worth is known exactly, from the vocabulary: words of one
 * similarity are one group. A name of which several words count shares with the query about as many trigrams as these
 * words do, so each rung of a ladder asks for the documents whose words add up to that much: any combination of whole
 * words, with one or two of them in a variant. What it shares beyond that (two letters here and there) is not
 * counted, so a rung's bound is close, not strict.
 */
export function planWords(words: string[], query: QueryTrigrams, vocabulary: Vocabulary): QueryPlan {
  const units = buildUnits(words, vocabulary);
  const planned = weightOf(units);
  // What the words that are not planned can add to any document.
  const beyond = query.count - planned;
  const singles = findSingles(query, vocabulary);
  const whole = reaching(units, planned);
  const rungsAbove = (similarity: number): number[] => {
    const least = Math.max(1, Math.floor(similarity * query.count - beyond + 1e-9) + 1);
    return [...RUNGS.map((part) => Math.ceil(part * planned - 1e-9)).filter((rung) => rung > least), least];
  };
  return {
    first: [
      ...neighbouring(words, units),
      ...(whole ? [{ filter: whole, bound: 1, isExact: false }] : []),
      ...singles.slice(0, FIRST_SINGLES),
    ],
    above: (similarity) =>
      [
        ...singles.filter(({ bound }) => bound > similarity),
        ...climbDown(units, rungsAbove(Math.max(similarity, SIMILARITY_THRESHOLD)), query.count, beyond),
      ].sort((a, b) => b.bound - a.bound),
    matching: oneOf(
      ...singles.map(({ filter }) => filter),
      reaching(units, Math.max(1, Math.ceil(SIMILARITY_THRESHOLD * query.count - beyond))),
    ),
  };
}

/** Documents with one word that is enough, a group for each similarity. */
function findSingles(query: QueryTrigrams, vocabulary: Vocabulary): CandidateGroup[] {
  const levels = new Map<number, string[]>();
  const least = Math.ceil(SIMILARITY_THRESHOLD * query.count);
  for (const { word } of vocabulary.sharing(query.ids.keys(), least)) {
    const similarity = trigramSimilarity(query, trigramsOf(word));
    if (similarity < SIMILARITY_THRESHOLD) continue;
    const known = levels.get(similarity);
    if (known) known.push(word);
    else levels.set(similarity, [word]);
  }
  return [...levels]
    .sort(([a], [b]) => b - a)
    .map(([bound, held]) => ({ filter: anyOf('tokens', held) as string, bound, isExact: true }));
}

/** Documents that hold all words, and these side by side in the order of the query. */
function neighbouring(words: string[], units: Unit[]): CandidateGroup[] {
  const borders = words.slice(1).map((word, i) => anyOf('tokens', [border(words[i] as string, word)]));
  const filter = allOf(...units.map(({ whole }) => whole), ...borders);
  return filter && units.length === words.length ? [{ filter, bound: 1, isExact: true }] : [];
}

/**
 * The two halves of one long word as if they were words: names that hold them in two words, as `free from` for
 * `freefrom`, or the one in a word and the other in the next but one.
 */
export function planHalves(word: string, query: QueryTrigrams, vocabulary: Vocabulary): CandidateGroup[] {
  const trigrams = [...query.ids.keys()];
  const half = Math.ceil(trigrams.length / 2);
  const units = [
    buildUnit(new Set(trigrams.slice(0, half)), { two: [], one: [] }, vocabulary),
    buildUnit(new Set(trigrams.slice(half)), { two: [ending(word)], one: [] }, vocabulary),
  ];
  const rungs = HALVES_RUNGS.map((part) => Math.ceil(part * query.count));
  return climbDown(units, rungs, query.count, 0);
}

/** A group for each rung: its documents hold so many trigrams, and those of no group before it hold fewer than that. */
function climbDown(units: Unit[], rungs: number[], trigramCount: number, beyond: number): CandidateGroup[] {
  const groups: CandidateGroup[] = [];
  let bound = 1;
  for (const rung of [...new Set(rungs)].sort((a, b) => b - a)) {
    const filter = reaching(units, rung);
    if (filter && filter !== groups.at(-1)?.filter) groups.push({ filter, bound, isExact: false });
    bound = Math.min(1, (rung - 1 + beyond) / trigramCount);
  }
  return groups;
}

function weightOf(units: Unit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0);
}

/** The longest words first. A trigram that two words share counts for the first of them. */
function buildUnits(words: string[], vocabulary: Vocabulary): Unit[] {
  const counted = new Set<number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_UNITS);
  return longest.flatMap((word): Unit[] => {
    const own = new Set(trigramsOf(word).filter((trigram) => !counted.has(trigram)));
    if (own.size === 0) return [];
    for (const trigram of own) counted.add(trigram);
    const others = longest.filter((other) => other !== word);
    const edges = {
      two: [...others.map((other) => border(other, word)), ending(word)],
      one: others.map((other) => border(word, other)),
    };
    return [buildUnit(own, edges, vocabulary)];
  });
}

function buildUnit(trigrams: Set<number>, edges: Edges, vocabulary: Vocabulary): Unit {
  const weight = trigrams.size;
  const steps = VARIANT_STEPS.map((step) => Math.max(LEAST_VARIANT, Math.ceil(step * weight)));
  const related = vocabulary.sharing(trigrams, Math.min(weight, ...steps));
  const variants = [...new Set(steps)].map((least): Variant => ({
    least,
    filter: wordsWhere(related, (count) => count >= least && count < weight),
    isNested: true,
  }));
  if (weight >= LONG_WEIGHT) {
    const half = Math.ceil(weight / 2);
    const [first, second] = [[...trigrams].slice(0, half), [...trigrams].slice(half)].map((part) =>
      wordsWhere(vocabulary.sharing(part, LEAST_VARIANT), () => true),
    );
    variants.push({ least: 2 * LEAST_VARIANT, filter: allOf(first, second), isNested: false });
  }
  if (weight > 2) variants.push({ least: 2, filter: anyOf('tokens', edges.two), isNested: false });
  if (weight > 1) variants.push({ least: 1, filter: anyOf('tokens', edges.one), isNested: false });
  return { weight, whole: wordsWhere(related, (count) => count === weight), variants };
}

/** The words that share the most come first, and so many of them are enough: the list is part of every filter. */
function wordsWhere(
  related: { word: string; count: number }[],
  fits: (count: number) => boolean,
): string | undefined {
  const fitting = related.filter(({ count }) => fits(count)).sort((a, b) => b.count - a.count);
  return anyOf(
    'tokens',
    fitting.slice(0, MOST_WORDS).map(({ word }) => word),
  );
}

/** Documents that hold `need` trigrams: whole words of the units, and variants of at most two of them. */
function reaching(units: Unit[], need: number): string | undefined {
  const choices = [reachingWhole(units, need)];
  for (const [i, one] of units.entries()) {
    const others = units.toSpliced(i, 1);
    for (const { variant, rest } of usefulVariants(one, others, need)) {
      choices.push(join(variant.filter, rest));
      if (rest === NOTHING || units.length > MOST_UNITS_FOR_PAIRS) continue;
      for (const two of others.slice(i)) {
        const third = others.filter((unit) => unit !== two);
        for (const second of usefulVariants(two, third, need - variant.least)) {
          choices.push(join(allOf(variant.filter, second.variant.filter), second.rest));
        }
      }
    }
  }
  return oneOf(...new Set(choices));
}

/** A unit's variants with what the others must then hold. Of nested variants with the same rest the widest is enough. */
function usefulVariants(unit: Unit, others: Unit[], need: number): { variant: Variant; rest: Rest }[] {
  const useful: { variant: Variant; rest: Rest }[] = [];
  let widest: Rest;
  for (const variant of unit.variants) {
    const rest = restOf(others, need - variant.least);
    if (variant.isNested && rest !== undefined && rest === widest) continue;
    if (variant.isNested) widest = rest;
    useful.push({ variant, rest });
  }
  return useful;
}

/** Documents that hold whole words for `need` trigrams. */
function reachingWhole(units: Unit[], need: number): string | undefined {
  const [unit, ...others] = units;
  if (!unit || weightOf(units) < need) return undefined;
  return oneOf(join(unit.whole, restOf(others, need - unit.weight)), reachingWhole(others, need));
}

/** What else a document must hold: nothing, when the need is met. */
function restOf(units: Unit[], need: number): Rest {
  return need <= 0 ? NOTHING : reachingWhole(units, need);
}

const NOTHING = Symbol('nothing');

function join(own: string | undefined, rest: Rest): string | undefined {
  return rest === NOTHING ? own : allOf(own, rest);
}
