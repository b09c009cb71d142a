import { foldWithOffsets, joinSigmas } from '../../platform/text/fold-with-offsets.ts';
import { TYPO_LETTERS } from '../search-limits.ts';

/** How a text matches the typed words, nearest first: the text begins with them, its words do, or they do with one typo. */
export const NEARNESS = { beginning: 0, words: 1, typo: 2 } as const;
export type Nearness = (typeof NEARNESS)[keyof typeof NEARNESS];

export interface ShownMatch {
  nearness: Nearness;
  /** The matching parts of the text in order, as pairs of UTF-16 offsets: start, and end (exclusive). */
  highlights: [number, number][];
}

interface ShownWord {
  text: string;
  /** Its position in the folded text. */
  at: number;
  isTaken: boolean;
}

/**
 * Returns how a text matches typed words, or undefined if it does not. The last word may be the beginning of a word in the
 * text; so may the others where the text does not begin with them. One word of at least `TYPO_LETTERS` may have one letter
 * too many, too few or wrong, or two letters swapped.
 * @param typed words of a folded text
 */
export function matchShown(shown: string, typed: readonly string[]): ShownMatch | undefined {
  const { folded, starts, ends } = foldWithOffsets(shown);
  const words = Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), (found): ShownWord => ({
    text: found[0],
    at: found.index,
    isTaken: false,
  }));
  const wanted = typed.map(joinSigmas);
  const found: [number, number][] = [];
  const take = (word: ShownWord, letters: number) => {
    word.isTaken = true;
    found.push([starts[word.at] as number, ends[word.at + letters - 1] as number]);
  };

  if (beginsWith(words, wanted)) {
    for (const [i, text] of wanted.entries()) take(words[i] as ShownWord, text.length);
    return { nearness: NEARNESS.beginning, highlights: found };
  }
  let hasTypo = false;
  for (const text of wanted) {
    const fitting = words.filter((word) => word.text.startsWith(text));
    const word = fitting.find(({ isTaken }) => !isTaken) ?? fitting[0];
    if (word) take(word, text.length);
    else {
      const near = hasTypo ? undefined : findNear(words, text);
      if (!near) return undefined;
      hasTypo = true;
      take(near.word, near.letters);
    }
  }
  return { nearness: hasTypo ? NEARNESS.typo : NEARNESS.words, highlights: joinOverlaps(found) };
}

function beginsWith(words: ShownWord[], wanted: string[]): boolean {
  const last = wanted.length - 1;
  return wanted.every((text, i) =>
    i < last ? words[i]?.text === text : (words[i]?.text.startsWith(text) ?? false),
  );
}

function findNear(words: ShownWord[], text: string): { word: ShownWord; letters: number } | undefined {
  if (text.length < TYPO_LETTERS) return undefined;
  for (const word of words) {
    const letters = word.isTaken ? undefined : lengthWithTypo(word.text, text);
    if (letters !== undefined) return { word, letters };
  }
  return undefined;
}

/** Returns how many letters of the word match the typed ones with at most one typo, or undefined when they do not. */
function lengthWithTypo(word: string, typed: string): number | undefined {
  let same = 0;
  while (same < typed.length && word.charCodeAt(same) === typed.charCodeAt(same)) same++;
  // A quick check, because most words differ in the next letter too.
  if (!mayGoOn((at) => word.charCodeAt(at), typed, same)) return undefined;
  const rest = typed.slice(same);
  if (word.length > same && word.startsWith(rest, same + 1)) return typed.length + 1;
  const [one = '', other = ''] = rest;
  if (rest.length > 1 && word.startsWith(other + one + rest.slice(2), same)) return typed.length;
  if (word.startsWith(rest.slice(1), same)) return typed.length - 1;
  return word.length > same && word.startsWith(rest.slice(1), same + 1) ? typed.length : undefined;
}

/**
 * Returns whether the first letter after the typo is right for any kind of typo.
 * @param unitAt UTF-16 units of the word; beyond its end any number, which may give a false yes
 * @param same how many of its first letters equal the typed ones
 */
function mayGoOn(unitAt: (at: number) => number, typed: string, same: number): boolean {
  if (typed.length - same < 2) return true;
  const one = typed.charCodeAt(same);
  const other = typed.charCodeAt(same + 1);
  const second = unitAt(same + 1);
  return second === one || second === other || unitAt(same) === other;
}

function joinOverlaps(found: [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
