import { SIMILARITY_THRESHOLD } from '../../search-limits.ts';
import { findHolding } from './find-holding.ts';
import { TURN, type InTurns } from '../in-turns.ts';
import { withPlace } from '../tables/growing-arrays.ts';
import type { NameTable } from '../name-table.ts';
import { createTextWords, type TextWords } from './text-words.ts';
import type { WordTable } from '../word-table.ts';

/** Names that may match a text, in no order. It is good until the next text. */
export interface MatchedNames {
  length: number;
  names: Int32Array;
  /** So many, the first ones, match. Of the others their similarity decides. */
  certain: number;
  /** The name is no more similar than this. */
  bounds: Float32Array;
  /** False: the time was up, and names that match may be missing. */
  isWhole: boolean;
  /** The exact similarity of a name. */
  similarityOf(name: number): number;
}

/** How many names are on the list, and whether the time was enough for all that belong there. */
interface Listed {
  length: number;
  isWhole: boolean;
}

/**
 * `matching`: names of which none that matches is missing. `related`: all that share a trigram with the text, or hold
 * it. The text must have a letter or a digit.
 */
export type MatchText = (text: string, wanted: 'matching' | 'related') => InTurns<MatchedNames>;

/** Of the rare trigrams of a text, so many are in a name that is looked at; of a text that needs few, one. */
const RARE_NEEDED = 2;
const FEW_TRIGRAMS = 4;
/** More than is counted otherwise of what is needed, and less than the most that a place can hold. */
const ENOUGH = 128;
/** Names whose parts are fetched before the first of them is looked at. */
const AHEAD = 64;
/** Far more than what a 4-byte float is rounded by. */
const ROUNDING = 1e-5;

/**
 * Finds the names that a text matches among all names. Those with a word that is alike enough match, and those that hold
 * the text. Any other match has so many of the text's trigrams at least; without the most frequent ones it has
 * `RARE_NEEDED` left, and only names with these are looked at. Of these fall out all in which no run of neighbouring parts
 * has enough of the text for what else is in it.
 */
export function createMatchText(words: WordTable, names: NameTable): MatchText {
  const readText = createTextWords(words);
  let sharedRare = new Uint8Array(1_024);
  // By name, 0 when a search begins: how many rare trigrams were counted, `ENOUGH` for a name that is certain.
  let counted = new Uint8ClampedArray(0);
  let reached = new Int32Array(1_024);
  let bounds = new Float32Array(1_024);
  /** Of the next names: where their parts begin, and what the text shares with the first. */
  const nextStarts = new Int32Array(AHEAD);
  const nextMarks = new Int32Array(AHEAD);

  /** The words with the rarest of the text's trigrams, but for those that are alike enough; each has its number of these. */
  const listRare = ({ count, known, alike }: TextWords, least: number, rareNeeded: number): number[] => {
    const unknown = count - known.length;
    const rare = known
      .toSorted((a, b) => names.frequencyOf(a) - names.frequencyOf(b))
      .slice(0, Math.max(0, count - unknown - least + rareNeeded));
    const having: number[] = [];
    sharedRare = withPlace(sharedRare, words.size());
    for (const trigram of rare) {
      for (const word of words.wordsWith.valuesOf(trigram)) {
        if (sharedRare[word] === 0) having.push(word);
        sharedRare[word] = Math.min(rareNeeded, (sharedRare[word] as number) + 1);
      }
    }
    const certain = new Set(alike);
    return having.filter((word) => !certain.has(word));
  };

  /** Lists the names that match for certain, and then those that have enough rare trigrams. */
  function* reach(text: string, own: TextWords, least: number): InTurns<Listed & { certain: number }> {
    const rareNeeded = least < FEW_TRIGRAMS ? 1 : RARE_NEEDED;
    const having = listRare(own, least, rareNeeded);
    // A name that holds the text matches, and may be less similar than a match needs.
    const holding =
      own.inside < own.least ? findHolding(text, words, names) : { parts: [], passes: undefined };
    const lists = [
      ...holding.parts.map((part) => ({ part, passes: holding.passes })),
      ...own.alike.map((part) => ({ part, passes: undefined })),
    ];
    let most = lists.reduce((sum, { part }) => sum + names.namesWith.lengthOf(part), 0);
    for (const word of having) most += names.namesWith.lengthOf(word);
    // Nothing is in it between two searches.
    if (counted.length < names.size()) counted = new Uint8ClampedArray(Math.ceil(names.size() * 1.25));
    // Each name comes into it once. One place more: what does not count is written behind the last one.
    reached = withPlace(reached, Math.min(most, names.size()) + 1);
    const [counts, all] = [counted, reached];
    let length = 0;
    let passed = 0;
    let isWhole = true;
    try {
      for (const { part, passes } of lists) {
        const list = names.namesWith.valuesOf(part);
        for (let i = 0; i < list.length; i++) {
          const name = list[i] as number;
          if (counts[name] === ENOUGH || passes?.(name) === false) continue;
          counts[name] = ENOUGH;
          all[length++] = name;
        }
        passed += list.length;
        if (passed < TURN) continue;
        passed = 0;
        isWhole = !(yield);
        if (!isWhole) break;
      }
      const certain = length;
      for (const word of isWhole ? having : []) {
        const rare = sharedRare[word] as number;
        const list = names.namesWith.valuesOf(word);
        for (let i = 0; i < list.length; i++) {
          const name = list[i] as number;
          const before = counts[name] as number;
          const now = before + rare;
          counts[name] = now;
          // Always written, and kept when it is enough for the first time: a processor would often guess a decision wrong.
          all[length] = name;
          length += ((before - rareNeeded) >>> 31) & ((rareNeeded - 1 - now) >>> 31);
        }
        passed += list.length;
        if (passed < TURN) continue;
        passed = 0;
        isWhole = !(yield);
        if (!isWhole) break;
      }
      return { certain, length, isWhole };
    } finally {
      // Also when nobody waits for the answer any more.
      counts.fill(0);
      sharedRare.fill(0);
    }
  }

  /** Leaves those on the list of names reached that may match, and says how similar each is at the most. */
  function* look(certain: number, reachedCount: number, text: TextWords): InTurns<Listed> {
    bounds = withPlace(bounds, reachedCount);
    const { count, marks, countOf, least } = text;
    const [parts, starts, all, most] = [names.parts(), names.starts(), reached, bounds];
    // Those that are left move up.
    let length = 0;
    for (let first = 0; first < reachedCount; first += AHEAD) {
      const end = Math.min(first + AHEAD, reachedCount);
      if (first % TURN === TURN - AHEAD && (yield)) return { length, isWhole: false };
      readAhead(first, end, marks);
      for (let at = first; at < end; at++) {
        const name = all[at] as number;
        const from = nextStarts[at - first] as number;
        const to = starts[name + 1] as number;
        // A name that is reached has a part.
        let mark = nextMarks[at - first] as number;
        for (let i = from + 1; i < to; i++) mark |= marks[parts[i] as number] as number;
        const shared = countOf(mark);
        if (at >= certain && (shared < least || !mayMatch(text, parts, from, to))) continue;
        all[length] = name;
        most[length++] = shared / count;
      }
    }
    return { length, isWhole: true };
  }

  /**
   * Reads what is needed first of the next names. Names lie far from each other in the memory: with no decision in between, the
   * processor waits for many of them at once, and not for one after the other.
   */
  const readAhead = (first: number, end: number, marks: Int32Array): void => {
    const [parts, starts, all] = [names.parts(), names.starts(), reached];
    for (let at = first; at < end; at++) {
      const start = starts[all[at] as number] as number;
      nextStarts[at - first] = start;
      nextMarks[at - first] = marks[parts[start] as number] as number;
    }
  };

  /**
   * Whether several neighbouring parts, none of which is enough alone, share enough for what stands between them, as far as
   * numbers tell.
   */
  const mayMatch = (
    { count, marks, countOf }: TextWords,
    parts: Int32Array,
    from: number,
    to: number,
  ): boolean => {
    for (let i = from; i < to; i++) {
      let mark = marks[parts[i] as number] as number;
      if (mark === 0) continue;
      let foreign = 0;
      for (let j = i + 1; j < to; j++) {
        const part = parts[j] as number;
        const own = marks[part] as number;
        mark |= own;
        // A run of trigrams ends with one of the text's.
        if (own !== 0 && countOf(mark) >= SIMILARITY_THRESHOLD * (count + foreign) - ROUNDING) return true;
        foreign = Math.max(foreign, words.distinctTrigrams(part) - countOf(own));
      }
    }
    return false;
  };

  return function* (text, wanted) {
    const own = readText(text);
    const isAll = wanted === 'related';
    const all = yield* reach(text, own, isAll ? 1 : own.least);
    const left = isAll ? all : yield* look(all.certain, all.length, own);
    return {
      length: left.length,
      names: reached,
      certain: Math.min(all.certain, left.length),
      bounds,
      isWhole: all.isWhole && left.isWhole,
      similarityOf(name) {
        const starts = names.starts();
        return own.similarityOf(names.parts(), starts[name] as number, starts[name + 1] as number);
      },
    };
  };
}
