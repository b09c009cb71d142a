import { createBestProducts, type BestProducts } from '../../memory/ranking/best-products.ts';
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
  bounds: () => Int32Array;
}

/** The words that a typed word may be. */
type Slot = Int32Array;

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
  /** By name a rank that it does not exceed: most names are passed over by it alone. */
  let boundsOfNames = new Int32Array(1_024);
  /** By word, 0 when a look begins: which of the slots it fills, as bits. */
  let filled = new Uint8Array(1_024);

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
    lead: Lead,
    isGood: (name: number) => boolean,
    found: BestProducts,
    offered: Set<number>,
  ): void => {
    const bounds = lead.bounds();
    let left = MOST_LOOKED_AT;
    let least = found.least();
    for (const word of orderByBound(chosen, bounds)) {
      if (stepOf(bounds[word] as number) < stepOf(least)) return;
      const those = lead.namesOf(word);
      for (let i = 0; i < those.length; i++) {
        const name = those[i] as number;
        if (left-- === 0) return;
        if ((boundsOfNames[name] as number) < least || !isGood(name)) continue;
        const rank = rankOf(name);
        // The rest is asked of few: many names have the best rank that there is.
        if (rank === 0 || !found.takes(name, rank) || offered.has(name)) continue;
        offered.add(name);
        found.offer(name, rank);
        least = found.least();
      }
    }
  };

  const byFirstWord: Lead = {
    namesOf: (word) => beginningWith.valuesOf(word),
    bounds: () => boundsBeginning,
  };
  const byAnyWord: Lead = { namesOf: (word) => names.namesWith.valuesOf(word), bounds: () => boundsHolding };

  /** By which of the words that a name begins with the fewest names are to be looked at. */
  const findShortest = (whole: readonly number[]): { word: number; lead: Lead } => {
    let shortest = { word: whole[0] as number, lead: byFirstWord };
    let least = beginningWith.lengthOf(shortest.word);
    for (const word of whole) {
      const length = names.namesWith.lengthOf(word);
      if (length >= least) continue;
      least = length;
      shortest = { word, lead: byAnyWord };
    }
    return shortest;
  };

  const findBeginning = (typed: readonly string[], wanted: number, offered: Set<number>): number[] => {
    const found = best(wanted);
    const whole = typed.slice(0, -1).map((text) => vocabulary.find(text));
    if (whole.includes(-1)) return [];
    const end = typed.at(-1) as string;
    const [parts, starts] = [names.parts(), names.starts()];
    const goesOn = (name: number): boolean => {
      let at = 0;
      for (let i = starts[name] as number; i < (starts[name + 1] as number); i++) {
        const part = parts[i] as number;
        if (part === whole[at]) at++;
        else if (isWord(part)) return at === whole.length && words.holdsAt(part, end, 0);
      }
      return false;
    };
    if (whole.length > 0) {
      const { word, lead } = findShortest(whole);
      look(Int32Array.of(word), lead, goesOn, found, offered);
    } else look(vocabulary.wordsWith(end), byFirstWord, () => true, found, offered);
    return found.places();
  };

  /** The one with the fewest names, words of a name each counted. */
  const findRarest = (slots: readonly Slot[]): number => {
    let rarest = 0;
    let least = Infinity;
    for (const [at, slot] of slots.entries()) {
      let count = 0;
      for (let i = 0; i < slot.length && count < least; i++)
        count += names.namesWith.lengthOf(slot[i] as number);
      if (count >= least) continue;
      rarest = at;
      least = count;
    }
    return rarest;
  };

  const findHolding = (slots: readonly Slot[], found: BestProducts, offered: Set<number>): void => {
    // The names of one word hold it: there is nothing to count and nothing else to look for.
    const rarest = slots.length > 1 ? findRarest(slots) : 0;
    const others = slots.filter((_, at) => at !== rarest);
    const all = 2 ** others.length - 1;
    const [parts, starts] = [names.parts(), names.starts()];
    const isGood = (name: number): boolean => {
      let has = 0;
      for (let i = starts[name] as number; i < (starts[name + 1] as number); i++)
        has |= filled[parts[i] as number] as number;
      return has === all;
    };
    filled = withPlace(filled, words.size());
    for (const [at, slot] of others.entries())
      for (const word of slot) filled[word] = (filled[word] as number) | (1 << at);
    look(slots[rarest] as Slot, byAnyWord, others.length > 0 ? isGood : () => true, found, offered);
    for (const slot of others) for (const word of slot) filled[word] = 0;
  };

  /** Those that say most. */
  const longest = (typed: readonly string[]) =>
    typed.toSorted((a, b) => b.length - a.length).slice(0, MOST_TYPED_WORDS);

  return {
    put(name, rank) {
      boundsBeginning = withPlace(boundsBeginning, words.size());
      boundsHolding = withPlace(boundsHolding, words.size());
      boundsOfNames = withPlace(boundsOfNames, name);
      boundsOfNames[name] = Math.max(boundsOfNames[name] as number, rank);
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
            const near = listWordsWithTypo(words, vocabulary, text);
            findHolding(slots.with(at, Int32Array.from(near)), found, offered);
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
      boundsOfNames,
    }),
    load(saved) {
      const own = saved as {
        vocabulary: Saved;
        beginningWith: Saved;
        knownNames: number;
        boundsBeginning: Int32Array<ArrayBuffer>;
        boundsHolding: Int32Array<ArrayBuffer>;
        boundsOfNames: Int32Array<ArrayBuffer>;
      };
      ({ knownNames, boundsBeginning, boundsHolding, boundsOfNames } = own);
      vocabulary.load(own.vocabulary);
      beginningWith.load(own.beginningWith);
    },
  };
}
