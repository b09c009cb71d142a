import { tetragramsOfWord, trigramsOfWord } from '../../../index/meilisearch/name-values.ts';
import { wordsOf } from '../../../text/fold-text.ts';
import { SIMILARITY_THRESHOLD } from '../../search-limits.ts';
import { fewestShared } from '../../similarity/rank-matches.ts';
import { atLeast } from './at-least.ts';
import type { Filter } from './filter.ts';

/** Documents whose names have so much in common with a text. */
export interface Level {
  filter: Filter;
  /** The greatest similarity of a name that no stricter level has: a 4-byte float, as similarities are. */
  most: number;
  /** Whether it is asked for from the beginning: it costs little, or tells how many matches there are. */
  isFirst: boolean;
  /** Whether these contain the text without being alike enough: such a level need not have those of stricter ones. */
  isApart?: boolean;
}

export interface TextLevels {
  /**
   * From strict to loose. Each has the documents of those before it, but none of the strictest: these would be fetched
   * again. One that stands apart has documents of its own.
   */
  levels: Level[];
  /** Whether every match is in one of them, so that a page can be proven. */
  areComplete: boolean;
  /** Every match, among many others; undefined where no filter tells them from all documents. */
  superset: Filter | undefined;
}

/** Trigrams up to which a text is filtered by each of them. More would list too many, and common ones are slow. */
const MOST_TRIGRAMS = 9;
/** Values up to which every level lists so few that all are asked for from the beginning. */
const FEW_VALUES = 5;
/** Tetragrams up to which a text is filtered by all of them, and by how many of a longer one. */
const ALL_TETRAGRAMS = 10;
const CHOSEN_TETRAGRAMS = 8;
/** With fewer, as in a text of single letters, they tell nothing. */
const FEWEST_TETRAGRAMS = 4;
/** Trigrams that a name can share with a text without sharing a tetragram of it. */
const APART = 2;
/** Of numbers in binary. */
const ROUNDING = 1e-6;
/** Levels between the strictest and the loosest. */
const STEPS = 3;

/**
 * Filters that find names by their likeness to a folded text. A similarity s means that the name has at least s × n of the
 * text's n trigrams. So a short text is filtered by these, and nothing is missed. In a long text shared trigrams stand side
 * by side, so tetragrams find nearly all names. Fewer names have a tetragram, which is far less work for the engine.
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
  // A name that contains the text has all but the trigrams with blanks at either end, whatever letters stand there.
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

/** @param similarityOf the greatest similarity of a name that has so many of the values and no more */
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

/** Numbers from the highest down to the lowest, in `STEPS` about equal steps. */
function spread(lowest: number, highest: number): number[] {
  const steps = Array.from(
    { length: STEPS + 1 },
    (_, i) => highest - Math.ceil(((highest - lowest) * i) / STEPS),
  );
  return [...new Set(steps)];
}

/** All of a text, or some of a long one, spread evenly over it. */
function chooseTetragrams(words: readonly string[]): string[] {
  const all = [...new Set(words.flatMap(tetragramsOfWord))];
  if (all.length <= ALL_TETRAGRAMS) return all;
  return Array.from(
    { length: CHOSEN_TETRAGRAMS },
    (_, i) => all[Math.floor(((i + 0.5) * all.length) / CHOSEN_TETRAGRAMS)] as string,
  );
}
