import { foldWithOffsets, joinSigmas } from '../../text/fold-with-offsets.ts';
import { TYPO_LETTERS } from '../search-limits.ts';

/** How a text holds what was typed, the nearest first: it begins with it, its words do, or they do but for one typo. */
export const NEARNESS = { beginning: 0, words: 1, typo: 2 } as const;
export type Nearness = (typeof NEARNESS)[keyof typeof NEARNESS];

export interface ShownMatch {
  nearness: Nearness;
  /** What is alike of the text: pairs of UTF-16 offsets, the first and the one behind the last, in order. */
  highlights: [number, number][];
}

interface ShownWord {
  text: string;
  /** Its place in the folded text. */
  at: number;
  isTaken: boolean;
}

/**
 * Whether a text is a suggestion for typed words, and what of it is alike. The last word may go on in the text, the others
 * too where the text does not begin with them; one word of `TYPO_LETTERS` and more may have one letter too many, too few or wrong,
 * or two in the wrong order.
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

/** So many letters of the word are what was typed, but for one typo; undefined when it takes more. */
export function lengthWithTypo(word: string, typed: string): number | undefined {
  let same = 0;
  while (same < typed.length && word.charCodeAt(same) === typed.charCodeAt(same)) same++;
  // Most words differ twice at once.
  if (!mayGoOn((at) => word.charCodeAt(at), typed, same)) return undefined;
  const rest = typed.slice(same);
  if (word.length > same && word.startsWith(rest, same + 1)) return typed.length + 1;
  const [one = '', other = ''] = rest;
  if (rest.length > 1 && word.startsWith(other + one + rest.slice(2), same)) return typed.length;
  if (word.startsWith(rest.slice(1), same)) return typed.length - 1;
  return word.length > same && word.startsWith(rest.slice(1), same + 1) ? typed.length : undefined;
}

/**
 * Whether the first letter behind the typo is right, whichever typo it is.
 * @param unitAt UTF-16 units of the word; behind its end any number, for which it may say yes
 * @param same so many of its first letters are those that were typed
 */
export function mayGoOn(unitAt: (at: number) => number, typed: string, same: number): boolean {
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
