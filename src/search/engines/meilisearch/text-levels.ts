import { tetragramsOfWord, trigramsOfWord } from './name-values.ts';
import { wordsOf } from '../../../platform/text/fold-text.ts';
import { SIMILARITY_THRESHOLD } from '../../search-limits.ts';
import { fewestShared } from '../../similarity/rank-matches.ts';
import { type Filter, allOf } from './filter.ts';

/** The documents whose names share a given number of parts with a text. */
export interface Level {
  filter: Filter;
  /** The greatest similarity of a name that no stricter level has: a 4-byte float, as all similarities are. */
  most: number;
  /** Whether the first round searches it: it costs little, or tells the number of matches. */
  isFirst: boolean;
  /** Whether its names contain the text but are not similar enough: it need not contain the documents of stricter levels. */
  isApart?: boolean;
}

interface TextLevels {
  /**
   * From strict to loose. Each level contains the documents of the levels before it, except those of the strictest: these
   * would be fetched twice. A level that `isApart` has its own documents.
   */
  levels: Level[];
  /** Whether the levels contain every match, so that a page can be proven complete. */
  areComplete: boolean;
  /** A filter that every match passes, and many other documents; undefined where no filter narrows the documents. */
  superset: Filter | undefined;
}

/** The most trigrams of a text that is filtered by trigrams. More would make a long filter, and common trigrams are slow. */
const MOST_TRIGRAMS = 9;
/** The most values for which every level is so short a filter that the first round searches all levels. */
const FEW_VALUES = 5;
/** The most tetragrams that filters use: all of a short text, or this number of a longer one. */
const ALL_TETRAGRAMS = 10;
const CHOSEN_TETRAGRAMS = 8;
/** With fewer tetragrams, as in a text of single letters, they do not help. */
const FEWEST_TETRAGRAMS = 4;
/** How many trigrams a name can share with a text without sharing a tetragram. */
const APART = 2;
/** A tolerance for binary fractions. */
const ROUNDING = 1e-6;
/** Levels between the strictest and the loosest. */
const STEPS = 3;

/**
 * Returns filters that find names by their similarity to a folded text. A similarity s means that the name has at least s × n
 * of the text’s n trigrams. So a short text is filtered by trigrams, and no match is missed. In a long text shared trigrams are
 * neighbours, so tetragrams find nearly all names. Fewer names have a tetragram, which is far less work for the engine.
 */
export function levelsOfText(text: string): TextLevels {
  const words = [...new Set(wordsOf(text))];
  const trigrams = [...new Set(words.flatMap(trigramsOfWord))];
  const tetragrams = chooseTetragrams(words);
  const isShort = trigrams.length <= MOST_TRIGRAMS || tetragrams.length < FEWEST_TETRAGRAMS;
  return isShort ? byTrigrams(trigrams, text) : byTetragrams(tetragrams, trigrams);
}

function byTrigrams(values: readonly string[], text: string): TextLevels {
  const { length } = values;
  const fewest = fewestShared(length);
  const levels = buildLevels('trigrams', values, fewest, (count) => count / length);
  // A name that contains the text has all its trigrams except those with blanks at the ends, where it may have other letters.
  const inside = new Set(wordsOf(text).flatMap(trigramsOfWord).slice(2, -1));
  if (inside.size === 0) return { levels, areComplete: false, superset: undefined };
  const loosest = atLeast('trigrams', fewest, values);
  if (inside.size >= fewest) return { levels, areComplete: true, superset: loosest };
  const containing = { all: Array.from(inside, (value): Filter => ({ field: 'trigrams', in: [value] })) };
  const most = Math.fround((fewest - 1) / length);
  levels.push({ filter: containing, most, isFirst: true, isApart: true });
  return { levels, areComplete: true, superset: { any: [loosest, containing] } };
}

function byTetragrams(values: readonly string[], trigrams: readonly string[]): TextLevels {
  const { length } = values;
  const apart = APART / trigrams.length;
  const fewest = Math.max(1, Math.ceil((SIMILARITY_THRESHOLD - apart) * length - ROUNDING));
  return {
    levels: buildLevels('tetragrams', values, fewest, (count) => Math.min(1, count / length + apart)),
    areComplete: false,
    superset: atLeast('trigrams', fewestShared(trigrams.length), trigrams),
  };
}

/** @param similarityOf returns the greatest similarity of a name that has exactly this number of the values */
function buildLevels(
  field: string,
  values: readonly string[],
  fewest: number,
  similarityOf: (count: number) => number,
): Level[] {
  const { length } = values;
  const strictest = atLeast(field, length, values);
  return spread(fewest, length).map((count, i, counts): Level => ({
    filter: i === 0 ? strictest : { all: [atLeast(field, count, values), { not: strictest }] },
    isFirst: i === 0 || i === counts.length - 1 || length <= FEW_VALUES,
    most: Math.fround(similarityOf((counts[i - 1] ?? length + 1) - 1)),
  }));
}

/** Returns numbers from the highest down to the lowest, in `STEPS` about equal steps. */
function spread(lowest: number, highest: number): number[] {
  const steps = Array.from(
    { length: STEPS + 1 },
    (_, i) => highest - Math.ceil(((highest - lowest) * i) / STEPS),
  );
  return [...new Set(steps)];
}

/** Returns all tetragrams of a short text, or some of a long one, spread evenly over it. */
function chooseTetragrams(words: readonly string[]): string[] {
  const all = [...new Set(words.flatMap(tetragramsOfWord))];
  if (all.length <= ALL_TETRAGRAMS) return all;
  return Array.from(
    { length: CHOSEN_TETRAGRAMS },
    (_, i) => all[Math.floor(((i + 0.5) * all.length) / CHOSEN_TETRAGRAMS)] as string,
  );
}

/** The most values for an exact filter. It names half of them some twenty times; more would cost the engine too much. */
const MOST_VALUES = 12;

/**
 * Returns a filter for documents that have at least `count` of these values in a field. With more than `MOST_VALUES` the exact
 * filter would be too long, so some other documents pass too.
 * @param count 1 to the number of values
 * @param values distinct
 */
export function atLeast(field: string, count: number, values: readonly string[]): Filter {
  const { length } = values;
  if (count <= 1) return { field, in: values };
  if (count >= length) return { all: values.map((value) => ({ field, in: [value] })) };
  return length > MOST_VALUES ? oneOfEach(field, count, values) : byHalves(field, count, values);
}

/** Splits the condition: some values in the first half of the list, and the rest in the second. */
function byHalves(field: string, count: number, values: readonly string[]): Filter {
  const half = values.length >> 1;
  const [first, second] = [values.slice(0, half), values.slice(half)];
  const ways: Filter[] = [];
  for (let inFirst = Math.max(0, count - second.length); inFirst <= Math.min(count, half); inFirst++) {
    const way = allOf(
      inFirst > 0 ? atLeast(field, inFirst, first) : undefined,
      inFirst < count ? atLeast(field, count - inFirst, second) : undefined,
    );
    if (way) ways.push(way);
  }
  return { any: ways };
}

/** Of any `length - count + 1` values a document must have one, or it would lack too many. */
function oneOfEach(field: string, count: number, values: readonly string[]): Filter {
  const size = values.length - count + 1;
  const groups: Filter[] = [];
  for (let from = 0; from + size <= values.length; from += size)
    groups.push({ field, in: values.slice(from, from + size) });
  return { all: groups };
}
