import { foldText, wordsOf } from '../platform/text/fold-text.ts';
import { foldWithOffsets, joinSigmas } from '../platform/text/fold-with-offsets.ts';
import type { Highlights } from './search-contract.ts';
import { TYPO_LETTERS } from './search-limits.ts';
import { isUnspaced } from './similarity/label-words.ts';

/** Start and end (exclusive) of a part of a text, in UTF-16 units. */
export type Part = [start: number, end: number];

interface MatchedParts {
  /** Of each label the parts that typed words match, in order. */
  parts: Part[][];
  /** How many typed words match only with a typo, and how many do not match. */
  typos: number;
  missing: number;
  /** Whether the first label begins with the typed words. */
  isBeginning: boolean;
}

/**
 * Returns the parts of labels that typed words match. A typed word matches the beginning of each word that has it. Without
 * such a word it may match inside a word if `isInside`, or if its script has no blanks. A word of at least `TYPO_LETTERS`
 * that no label has may have one letter too many, too few or wrong, or two letters swapped.
 * @param typed words of a folded text
 */
export function matchParts(
  labels: readonly string[],
  typed: readonly string[],
  isInside = false,
): MatchedParts {
  const folded = labels.map(foldWithOffsets);
  const wanted = typed.map(joinSigmas);
  const found: Part[][] = labels.map(() => []);
  /** Marks what `find` finds in each folded label, and returns whether that is anything. */
  const mark = (find: (label: string, i: number) => Part[]): boolean => {
    let isFound = false;
    for (const [i, { folded: label, starts, ends }] of folded.entries())
      for (const [start, end] of find(label, i)) {
        found[i]?.push([starts[start] as number, ends[end - 1] as number]);
        isFound = true;
      }
    return isFound;
  };
  /** Read only when a word may have a typo. */
  let words: RegExpExecArray[][] | undefined;
  const wordsIn = (i: number): RegExpExecArray[] => {
    words ??= folded.map(({ folded: label }) => Array.from(label.matchAll(/[\p{L}\p{N}]+/gu)));
    return words[i] ?? [];
  };
  let typos = 0;
  let missing = 0;
  for (const text of wanted) {
    if (mark((label) => findAll(label, text).filter(([start]) => isWordBegin(label, start)))) continue;
    if ((isInside || isUnspaced(text)) && mark((label) => findAll(label, text))) continue;
    if (text.length >= TYPO_LETTERS && mark((_label, i) => findNear(wordsIn(i), text))) typos++;
    else missing++;
  }
  const [first = [], name = ''] = [found[0], folded[0]?.folded];
  const isBeginning = first.length > 0 && beginsWith(wordsOf(name), wanted);
  return { parts: found.map(joinParts), typos, missing, isBeginning };
}

function findAll(label: string, text: string): Part[] {
  const found: Part[] = [];
  for (let at = label.indexOf(text); at >= 0; at = label.indexOf(text, at + 1))
    found.push([at, at + text.length]);
  return found;
}

function isWordBegin(label: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(label.charAt(at - 1));
}

function beginsWith(words: readonly string[], wanted: readonly string[]): boolean {
  const last = wanted.length - 1;
  return wanted.every((text, i) => (i < last ? words[i] === text : (words[i]?.startsWith(text) ?? false)));
}

function findNear(words: readonly RegExpExecArray[], text: string): Part[] {
  return words.flatMap(({ 0: word, index }): Part[] => {
    const letters = lettersWithTypo(word, text);
    return letters === undefined ? [] : [[index, index + letters]];
  });
}

/** Returns how many letters of the word match the typed ones with one typo, or undefined when they do not. */
function lettersWithTypo(word: string, typed: string): number | undefined {
  let same = 0;
  while (same < typed.length && word.charCodeAt(same) === typed.charCodeAt(same)) same++;
  // A quick check, because most words differ in the next letter too.
  if (!mayGoOn(word, typed, same)) return undefined;
  const rest = typed.slice(same);
  if (word.length > same && word.startsWith(rest, same + 1)) return typed.length + 1;
  const [one = '', other = ''] = rest;
  if (rest.length > 1 && word.startsWith(other + one + rest.slice(2), same)) return typed.length;
  if (word.startsWith(rest.slice(1), same)) return typed.length - 1;
  return word.length > same && word.startsWith(rest.slice(1), same + 1) ? typed.length : undefined;
}

/**
 * Returns whether the first letter after the typo is right for any kind of typo.
 * @param same how many of its first letters equal the typed ones
 */
function mayGoOn(word: string, typed: string, same: number): boolean {
  if (typed.length - same < 2) return true;
  const one = typed.charCodeAt(same);
  const other = typed.charCodeAt(same + 1);
  const second = word.charCodeAt(same + 1);
  return second === one || second === other || word.charCodeAt(same) === other;
}

/** Returns the parts in order, without overlaps. */
function joinParts(found: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Returns the parts of the shown name and brand that match a typed text, also inside words, because searches find these. */
export function findHighlights(
  { name, brand }: { name: string; brand?: string | null | undefined },
  q: string,
): Highlights {
  const typed = [...new Set(wordsOf(foldText(q)))];
  const [inName = [], inBrand = []] = matchParts([name, brand ?? ''], typed, true).parts;
  return { name: inName.map(toHighlight), brand: inBrand.map(toHighlight) };
}

const toHighlight = ([start, end]: Part): Highlights['name'][number] => ({ start, length: end - start });
