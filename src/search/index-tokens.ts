import { wordsOf } from './fold-text.ts';

/**
 * What the index stores of a folded name besides the name: its distinct words, and the borders between neighbouring
 * words: the last two letters of one and the first two of the next (`creme brulee` → `me>br`). A border reaches the
 * names in which a run of matching letters goes on into the next word.
 */
export function indexTokens(folded: string): { words: string[]; borders: string[] } {
  const words = wordsOf(folded);
  const borders = words.slice(1).map((word, i) => border(words[i] as string, word));
  return { words: [...new Set(words)], borders: [...new Set(borders)] };
}

export function border(before: string, after: string): string {
  return `${before.slice(-2)}>${after.slice(0, 2)}`;
}
