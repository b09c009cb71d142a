export interface WordRun {
  text: string;
  /** Whether the other text has it too, in its place. */
  isCommon: boolean;
}

/** Longer texts are compared as a whole: the table below grows with the product of both lengths. */
const MOST_WORDS = 600;

/** Both texts in runs of words, those that only one of them has marked: the longest common subsequence of words. */
export function diffWords(one: string, other: string): { one: WordRun[]; other: WordRun[] } {
  const [a, b] = [splitWords(one), splitWords(other)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) {
    return { one: [{ text: one, isCommon: false }], other: [{ text: other, isCommon: false }] };
  }
  const lengths = measureCommon(a, b);
  const runs = { one: [] as WordRun[], other: [] as WordRun[] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      append(runs.one, a[i++] ?? '', true);
      append(runs.other, b[j++] ?? '', true);
    } else if (
      j >= b.length ||
      (i < a.length && readLength(lengths, i + 1, j) >= readLength(lengths, i, j + 1))
    ) {
      append(runs.one, a[i++] ?? '', false);
    } else append(runs.other, b[j++] ?? '', false);
  }
  return runs;
}

function splitWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** `lengths[i][j]`: words that `a` from `i` on and `b` from `j` on have in common, in order. */
function measureCommon(a: string[], b: string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] =
        a[i] === b[j]
          ? readLength(lengths, i + 1, j + 1) + 1
          : Math.max(readLength(lengths, i + 1, j), readLength(lengths, i, j + 1));
    }
  }
  return lengths;
}

function readLength(lengths: number[][], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function append(runs: WordRun[], text: string, isCommon: boolean): void {
  const last = runs.at(-1);
  if (last?.isCommon === isCommon) last.text += text;
  else runs.push({ text, isCommon });
}
