import { wordsOf } from './fold-text.ts';

/**
 * What the index holds of a folded name, for filters: its words; the ending of each, its last three letters
 * (`brulee` → `lee$`); and the borders between neighbours, the last two letters of one and the first two of the next
 * (`creme brulee` → `me>br`). Endings and borders reach the names in which a run of matching letters begins inside a
 * word or goes on into the next one, without a list of all the words in which that happens.
 */
export function indexTokens(folded: string): string[] {
  const words = wordsOf(folded);
  const borders = words.slice(1).map((word, i) => border(words[i] as string, word));
  return [...new Set([...words, ...words.map(ending), ...borders])];
}

export function ending(word: string): string {
  return `${word.slice(-3)}$`;
}

export function border(before: string, after: string): string {
  return `${before.slice(-2)}>${after.slice(0, 2)}`;
}
