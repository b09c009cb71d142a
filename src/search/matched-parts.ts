import { foldWithOffsets, joinSigmas } from '../platform/text/fold-with-offsets.ts';
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

interface LabelWord {
  text: string;
  /** The number of its label, and its position in the folded label. */
  label: number;
  at: number;
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
  const words = folded.flatMap((label, i) =>
    Array.from(label.folded.matchAll(/[\p{L}\p{N}]+/gu), (found): LabelWord => ({
      text: found[0],
      label: i,
      at: found.index,
    })),
  );
  const wanted = typed.map(joinSigmas);
  const found: Part[][] = labels.map(() => []);
  /** Marks letters of the words where `find` finds them, and returns whether there are any. */
  const mark = (find: (word: string) => Part | undefined): boolean => {
    let isFound = false;
    for (const { text, label, at } of words) {
      const part = find(text);
      if (!part) continue;
      const { starts, ends } = folded[label] as (typeof folded)[number];
      found[label]?.push([starts[at + part[0]] as number, ends[at + part[1] - 1] as number]);
      isFound = true;
    }
    return isFound;
  };
  let typos = 0;
  let missing = 0;
  for (const text of wanted) {
    if (mark((word) => (word.startsWith(text) ? [0, text.length] : undefined))) continue;
    if ((isInside || isUnspaced(text)) && mark((word) => findInside(word, text))) continue;
    if (text.length >= TYPO_LETTERS && mark((word) => findWithTypo(word, text))) typos++;
    else missing++;
  }
  return { parts: found.map(joinParts), typos, missing, isBeginning: beginsWith(words, wanted) };
}

function beginsWith(words: readonly LabelWord[], wanted: readonly string[]): boolean {
  const last = wanted.length - 1;
  return wanted.every((text, i) => {
    const word = words[i];
    return word?.label === 0 && (i < last ? word.text === text : word.text.startsWith(text));
  });
}

function findInside(word: string, typed: string): Part | undefined {
  const at = word.indexOf(typed);
  return at < 0 ? undefined : [at, at + typed.length];
}

/** Returns the letters of the word that match the typed ones with one typo, or undefined when they do not. */
function findWithTypo(word: string, typed: string): Part | undefined {
  let same = 0;
  while (same < typed.length && word.charCodeAt(same) === typed.charCodeAt(same)) same++;
  // A quick check, because most words differ in the next letter too.
  if (!mayGoOn(word, typed, same)) return undefined;
  const rest = typed.slice(same);
  if (word.length > same && word.startsWith(rest, same + 1)) return [0, typed.length + 1];
  const [one = '', other = ''] = rest;
  if (rest.length > 1 && word.startsWith(other + one + rest.slice(2), same)) return [0, typed.length];
  if (word.startsWith(rest.slice(1), same)) return [0, typed.length - 1];
  return word.length > same && word.startsWith(rest.slice(1), same + 1) ? [0, typed.length] : undefined;
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
