import { foldLetters, wordsOf } from './fold-text.ts';
import { readAsWords } from './look-alikes.ts';

/** Adds blanks at both ends, so that only whole words match. */
const asWords = (folded: string) => ` ${wordsOf(folded).join(' ')} `;

/** As it is, and as people read it: with look-alike letters. Uses `foldLetters`, because `foldText` limits the length. */
const readings = (text: string) => {
  const folded = foldLetters(text);
  return [asWords(folded), asWords(readAsWords(folded))];
};

/** Returns texts and words in the form that `hasAnyWord` compares. */
export const foldWords = (texts: readonly string[]): string[] => texts.flatMap(readings);

/** Returns whether one of the texts has one of the words or phrases; both from `foldWords`. */
export const hasAnyWord = (words: readonly string[], texts: readonly string[]): boolean =>
  words.some((word) => texts.some((text) => text.includes(word)));

/** Returns every text in a value. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
