import { createBestProducts, type BestProducts } from '../../memory/best-products.ts';
import { createNumberLists, withPlace } from '../../memory/tables/growing-arrays.ts';
import type { NameTable } from '../../memory/name-table.ts';
import type { Saved } from '../../memory/tables/saved-tables.ts';
import type { WordTable } from '../../memory/word-table.ts';
import { MOST_LOOKED_AT, MOST_TYPED_WORDS, MOST_TYPO_WORDS, TYPO_LETTERS } from '../../search-limits.ts';
import { createPrefixTable } from './prefix-table.ts';
import { listWordsWithTypo } from './words-with-typo.ts';
import { orderByBound, stepOf } from './order-by-bound.ts';

/** What is near to typed words, as `matchShown` says, the nearest first, then the highest rank. */
export interface Near<T> {
  /** What begins with the words, then that whose words do. */
  asTyped: T[];
  /** Further ones, whose words begin with these but for one typo: looked for when it is called. */
  findWithTypo: () => T[];
}

/** Names with a rank each, found by the beginnings of their words. */
export interface RankedNames {
  /** Says that a name has this rank, or that somebody of this rank has got it. */
  put(name: number, rank: number): void;
  /** `wanted`: so many of either kind at the most. */
  find(typed: readonly string[], wanted: number): Near<number>;
  save(): Saved;
  load(saved: Saved): void;
}

/** Names that words lead to, and a rank by word that none of its names exceeds. */
interface Lead {
  namesOf: (word: number) => Int32Array;
  bounds: Int32Array;
}

/**
 * `rankOf`: of a name, from 1; 0 for one that nobody has now. Words are looked at by the best rank of their names, the highest
 * first, until none can be better than what is found, and no more than `MOST_LOOKED_AT` names of them: whatever is typed,
 * finding takes a few milliseconds at the most.
 */
export function createRankedNames(
  words: WordTable,
  names: NameTable,
  rankOf: (name: number) => number,
): RankedNames {
  const vocabulary = createPrefixTable(words);
  /** By word the names whose first word it is. */
  const beginningWith = createNumberLists();
  let knownNames = 0;
  let boundsBeginning = new Int32Array(1_024);
  let boundsHolding = new Int32Array(1_024);
  /** By word one bit for each typed word that it fits; all 0 between two questions. */
  let marks = new Uint8Array(1_024);

  const isWord = (part: number) => words.startOf(part) < words.startOf(part + 1);
  /** The word at a place of a name, what stands between words not counted; -1: there is none. */
  const wordOf = (name: number, wanted: number): number => {
    const [parts, starts] = [names.parts(), names.starts()];
    let at = 0;
    for (let i = starts[name] as number; i < (starts[name + 1] as number); i++)
      if (isWord(parts[i] as number) && at++ === wanted) return parts[i] as number;
    return -1;
  };
  const lengthOf = (name: number) => (names.starts()[name + 1] as number) - (names.starts()[name] as number);
  /** Of one rank the shorter name, which says more of what was typed. */
  const best = (wanted: number) =>
    createBestProducts(wanted, (one, other) => lengthOf(one) - lengthOf(other) || one - other);

  const look = (
    chosen: Int32Array,
    { namesOf, bounds }: Lead,
    isGood: (name: number) => boolean,
    found: BestProducts,
    offered: Set<number>,
  ): void => {
    let left = MOST_LOOKED_AT;
    for (const word of orderByBound(chosen, bounds)) {
      if (stepOf(bounds[word] as number) < stepOf(found.least())) return;
      for (const name of namesOf(word)) {
        if (left-- === 0) return;
        const rank = rankOf(name);
        if (rank === 0 || rank < found.least() || offered.has(name) || !isGood(name)) continue;
        offered.add(name);
        found.offer(name, rank);
      }
    }
  };

  const findBeginning = (typed: readonly string[], wanted: number, offered: Set<number>): number[] => {
    const found = best(wanted);
    const whole = typed.slice(0, -1).map((text) => vocabulary.find(text));
    if (whole.includes(-1)) return [];
    const end = typed.at(-1) as string;
    const goesOn = (name: number): boolean => {
      if (!whole.every((word, at) => wordOf(name, at) === word)) return false;
      const last = wordOf(name, whole.length);
      return last >= 0 && words.textOf(last).startsWith(end);
    };
    const lead = { namesOf: (word: number) => beginningWith.valuesOf(word), bounds: boundsBeginning };
    if (whole.length > 0) look(Int32Array.of(whole[0] as number), lead, goesOn, found, offered);
    else look(vocabulary.wordsWith(end), lead, () => true, found, offered);
    return found.places();
  };

  const countNames = (slot: Int32Array): number =>
    slot.reduce((sum, word) => sum + names.namesWith.lengthOf(word), 0);

  /** `slots`: for each typed word the words that it may be. */
  const findHolding = (slots: Int32Array[], found: BestProducts, offered: Set<number>): void => {
    const [rarest] = slots.toSorted((a, b) => countNames(a) - countNames(b));
    const all = 2 ** slots.length - 1;
    for (const [at, slot] of slots.entries()) for (const word of slot) (marks[word] as number) |= 1 << at;
    const [parts, starts] = [names.parts(), names.starts()];
    const isGood = (name: number): boolean => {
      let held = 0;
      for (let i = starts[name] as number; i < (starts[name + 1] as number); i++)
        held |= marks[parts[i] as number] as number;
      return held === all;
    };
    const lead = { namesOf: (word: number) => names.namesWith.valuesOf(word), bounds: boundsHolding };
    look(rarest as Int32Array, lead, isGood, found, offered);
    for (const slot of slots) for (const word of slot) marks[word] = 0;
  };

  /** Those that say most. */
  const longest = (typed: readonly string[]) =>
    typed.toSorted((a, b) => b.length - a.length).slice(0, MOST_TYPED_WORDS);

  return {
    put(name, rank) {
      boundsBeginning = withPlace(boundsBeginning, words.size());
      boundsHolding = withPlace(boundsHolding, words.size());
      for (; knownNames < names.size(); knownNames++) {
        const word = wordOf(knownNames, 0);
        if (word >= 0) beginningWith.add(word, knownNames);
      }
      const [parts, starts] = [names.parts(), names.starts()];
      const first = wordOf(name, 0);
      if (first >= 0) boundsBeginning[first] = Math.max(boundsBeginning[first] as number, rank);
      for (let i = starts[name] as number; i < (starts[name + 1] as number); i++) {
        const part = parts[i] as number;
        boundsHolding[part] = Math.max(boundsHolding[part] as number, rank);
      }
      vocabulary.takeIn(false);
    },
    find(typed, wanted) {
      vocabulary.takeIn(true);
      marks = withPlace(marks, words.size());
      const offered = new Set<number>();
      const beginning = findBeginning(typed, wanted, offered);
      const chosen = longest(typed);
      const slots = chosen.map((text) => vocabulary.wordsWith(text));
      const holding = best(wanted);
      if (beginning.length < wanted) findHolding(slots, holding, offered);
      return {
        asTyped: [...beginning, ...holding.places()].slice(0, wanted),
        findWithTypo() {
          const found = best(wanted);
          for (const [at, text] of chosen.slice(0, MOST_TYPO_WORDS).entries()) {
            if (text.length < TYPO_LETTERS) break;
            findHolding(slots.with(at, listWordsWithTypo(words, vocabulary, text)), found, offered);
          }
          return found.places();
        },
      };
    },
    save: () => ({
      vocabulary: vocabulary.save(),
      beginningWith: beginningWith.save(),
      knownNames,
      boundsBeginning,
      boundsHolding,
    }),
    load(saved) {
      const own = saved as {
        vocabulary: Saved;
        beginningWith: Saved;
        knownNames: number;
        boundsBeginning: Int32Array<ArrayBuffer>;
        boundsHolding: Int32Array<ArrayBuffer>;
      };
      ({ knownNames, boundsBeginning, boundsHolding } = own);
      vocabulary.load(own.vocabulary);
      beginningWith.load(own.beginningWith);
    },
  };
}
