import { isEnough } from '../similarity/rank-matches.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';
import { countNames, findHolding, type Holding } from './find-holding.ts';
import { TURN, type InTurns } from './in-turns.ts';
import { withPlace } from './tables/growing-arrays.ts';
import { createPartsSimilarity } from './parts-similarity.ts';
import type { NameTable } from './name-table.ts';
import type { WordTable } from './word-table.ts';
import { SIMILARITY_THRESHOLD } from '../search-limits.ts';

/** Names that may match a text, in no order. It is good until the next text. */
export interface MatchedNames {
  length: number;
  names: Int32Array;
  /** The name is no more similar than this. */
  bounds: Float32Array;
  /** 1: it matches. 0: its similarity decides. */
  isCertain: Uint8Array;
  /** The exact similarity of a name. */
  similarityOf(name: number): number;
}

/**
 * `matching`: names of which none that matches is missing. `related`: all that share a trigram with the text, or hold
 * it. The text must have a letter or a digit.
 */
export type MatchText = (text: string, wanted: 'matching' | 'related') => InTurns<MatchedNames>;

/** Of the rare trigrams of a text, so many are in a name that is looked at; of a text that needs few, one. */
const RARE_NEEDED = 2;
const FEW_TRIGRAMS = 4;
const ENOUGH = 255;
/** No word has so many trigrams: a name is no longer than 900 letters. */
const ALONE = 0x8000;
const NUMBER = ALONE - 1;
/** Names whose parts are fetched before the first of them is looked at. */
const AHEAD = 64;
const NOBODY: Holding = { parts: [], passes: undefined };
/** Far more than what a 4-byte float is rounded by. */
const ROUNDING = 1e-5;

/**
 * Finds the names that a text matches among all names. A match has so many of the text's trigrams at least; without the
 * most frequent ones it has `RARE_NEEDED` left, and only names with these are looked at. Of these fall out all in which no
 * run of neighbouring parts has enough of the text for what else is in it.
 */
export function createMatchText(words: WordTable, names: NameTable): MatchText {
  // By part, 0 but for those that have to do with the text: how many of its trigrams a word has, and `ALONE` for one that is
  // alike enough; in one number, because it is asked for each part of thousands of names.
  let shared = new Uint16Array(1_024);
  let sharedRare = new Uint16Array(1_024);
  const related: number[] = [];
  // By trigram: its number in the text.
  let numberInText = new Int16Array(1_024).fill(-1);
  const inText: number[] = [];
  // By name, 0 when a search begins: how many rare trigrams were counted, `ENOUGH` for a name that is to be looked at.
  let counted = new Uint8Array(1_024);
  /** Names of which something was counted, and those to be looked at. */
  let touched = new Int32Array(1_024);
  let reached = new Int32Array(1_024);
  /** Of the next names: where their parts begin, and what the text shares with the first. */
  const nextStarts = new Int32Array(AHEAD);
  const nextShared = new Uint16Array(AHEAD);
  const similarityOfParts = createPartsSimilarity(words, (trigram) => numberInText[trigram] as number);
  const found = {
    length: 0,
    names: new Int32Array(1_024),
    bounds: new Float32Array(1_024),
    isCertain: new Uint8Array(1_024),
  };

  const clear = (): void => {
    for (const word of related) shared[word] = sharedRare[word] = 0;
    for (const trigram of inText) numberInText[trigram] = -1;
    related.length = inText.length = found.length = 0;
    shared = withPlace(shared, words.size());
    sharedRare = withPlace(sharedRare, words.size());
    counted = withPlace(counted, names.size());
    const before = numberInText.length;
    numberInText = withPlace(numberInText, words.trigramCount()).fill(-1, before);
  };

  /** Which words share what with the text. */
  const relateWords = (ids: Map<number, number>): void => {
    for (const [trigram, number] of ids) {
      const known = words.trigramNumber(trigram);
      if (known === undefined) continue;
      inText.push(known);
      numberInText[known] = number;
      for (const word of words.wordsWith.valuesOf(known)) {
        if (shared[word] === 0) related.push(word);
        (shared[word] as number)++;
      }
    }
  };

  /** Lists the names that hold the text, and those that have enough rare trigrams. Returns how many of both there are. */
  function* reach(count: number, least: number, holding: Holding): InTurns<[held: number, all: number]> {
    const rareNeeded = least < FEW_TRIGRAMS ? 1 : RARE_NEEDED;
    const unknown = count - inText.length;
    const rare = inText
      .toSorted((a, b) => names.frequencyOf(a) - names.frequencyOf(b))
      .slice(0, Math.max(0, count - unknown - least + rareNeeded));
    const having: number[] = [];
    let postings = countNames(holding.parts, names);
    for (const trigram of rare) {
      for (const word of words.wordsWith.valuesOf(trigram)) {
        if (sharedRare[word] === 0) {
          having.push(word);
          postings += names.namesWith.lengthOf(word);
        }
        (sharedRare[word] as number)++;
      }
    }
    // Each name comes into them once.
    const most = Math.min(postings, names.size());
    touched = withPlace(touched, most);
    reached = withPlace(reached, most);
    const [counts, first, all] = [counted, touched, reached];
    let touchedCount = 0;
    let passed = 0;
    let reachedCount = 0;
    let held = 0;
    try {
      for (const part of holding.parts) {
        const list = names.namesWith.valuesOf(part);
        for (let i = 0; i < list.length; i++) {
          const name = list[i] as number;
          if (counts[name] === ENOUGH || holding.passes?.(name) === false) continue;
          counts[name] = ENOUGH;
          first[touchedCount++] = name;
          all[reachedCount++] = name;
        }
        passed += list.length;
        if (passed < TURN) continue;
        passed = 0;
        yield;
      }
      held = reachedCount;
      for (const word of having) {
        const own = Math.min(rareNeeded, sharedRare[word] as number);
        const list = names.namesWith.valuesOf(word);
        for (let i = 0; i < list.length; i++) {
          const name = list[i] as number;
          const before = counts[name] as number;
          if (before === ENOUGH) continue;
          if (before === 0) first[touchedCount++] = name;
          if (before + own >= rareNeeded) {
            counts[name] = ENOUGH;
            all[reachedCount++] = name;
          } else counts[name] = before + own;
        }
        passed += list.length;
        if (passed < TURN) continue;
        passed = 0;
        yield;
      }
    } finally {
      // Also when nobody waits for the answer any more.
      for (let i = 0; i < touchedCount; i++) counts[first[i] as number] = 0;
    }
    return [held, reachedCount];
  }

  /** Puts the names that were reached on the list, the first of which hold the text, but for those that cannot match. */
  function* look([held, reachedCount]: [number, number], count: number, least: number): InTurns<void> {
    found.names = reached;
    found.bounds = withPlace(found.bounds, reachedCount);
    found.isCertain = withPlace(found.isCertain, reachedCount);
    const [parts, starts, own, all] = [names.parts(), names.starts(), shared, reached];
    // Those that are left move up.
    const { names: listed, bounds, isCertain } = found;
    const isEveryone = least === 1;
    let length = 0;
    for (let at = 0; at < reachedCount; at++) {
      if (at % AHEAD === 0) readAhead(all, at, Math.min(at + AHEAD, reachedCount));
      if (at % TURN === TURN - 1) yield;
      const name = all[at] as number;
      const from = nextStarts[at % AHEAD] as number;
      const to = starts[name + 1] as number;
      // A name that is reached has a part.
      const ofFirst = nextShared[at % AHEAD] as number;
      let sum = ofFirst & NUMBER;
      let certain = (at < held ? 1 : 0) | (ofFirst >>> 15);
      for (let i = from + 1; i < to; i++) {
        const ofPart = own[parts[i] as number] as number;
        sum += ofPart & NUMBER;
        certain |= ofPart >>> 15;
      }
      if (certain === 0 && !isEveryone && (sum < least || !mayMatch(parts, from, to, count))) continue;
      listed[length] = name;
      bounds[length] = Math.min(1, sum / count);
      isCertain[length++] = certain;
    }
    found.length = length;
  }

  /**
   * Reads what is needed first of the next names. Names lie far from each other in the memory: with no decision in between, the
   * processor waits for many of them at once, and not for one after the other.
   */
  const readAhead = (all: Int32Array, from: number, to: number): void => {
    const [parts, starts, own] = [names.parts(), names.starts(), shared];
    for (let at = from; at < to; at++) {
      const start = starts[all[at] as number] as number;
      nextStarts[at - from] = start;
      nextShared[at - from] = own[parts[start] as number] as number;
    }
  };

  /**
   * Whether several neighbouring parts, none of which is enough alone, share enough for what stands between them, as far as
   * numbers tell.
   */
  const mayMatch = (parts: Int32Array, from: number, to: number, count: number): boolean => {
    for (let i = from; i < to; i++) {
      let sum = (shared[parts[i] as number] as number) & NUMBER;
      if (sum === 0) continue;
      let foreign = 0;
      for (let j = i + 1; j < to; j++) {
        const part = parts[j] as number;
        const own = (shared[part] as number) & NUMBER;
        sum += own;
        // A run of trigrams ends with one of the text's.
        if (own > 0 && sum >= SIMILARITY_THRESHOLD * (count + foreign) - ROUNDING) return true;
        foreign = Math.max(foreign, words.distinctTrigrams(part) - own);
      }
    }
    return false;
  };

  return function* (text, wanted) {
    clear();
    const { ids, count, inside } = queryTrigrams(text);
    relateWords(ids);
    const enoughShared = leastShared(count);
    for (const word of related) {
      if ((shared[word] as number) < enoughShared) continue;
      if (isEnough(similarityOfParts(count, Int32Array.of(word), 0, 1)))
        shared[word] = (shared[word] as number) | ALONE;
    }
    const least = wanted === 'matching' ? enoughShared : 1;
    // A name that holds the text matches, and may be less similar than a match needs.
    const holding = inside < enoughShared ? findHolding(text, words, names) : NOBODY;
    yield* look(yield* reach(count, least, holding), count, least);
    const similarityOf = (name: number): number => {
      const [parts, starts] = [names.parts(), names.starts()];
      let from = starts[name] as number;
      let to = starts[name + 1] as number;
      // A run of trigrams begins and ends with one of the text's.
      while (from < to && shared[parts[from] as number] === 0) from++;
      while (from < to && shared[parts[to - 1] as number] === 0) to--;
      return similarityOfParts(count, parts, from, to);
    };
    return { ...found, similarityOf };
  };
}

/** The least number of shared trigrams that is enough for a text of so many. */
function leastShared(count: number): number {
  let least = 1;
  while (least < count && !isEnough(Math.fround(least / count))) least++;
  return least;
}
