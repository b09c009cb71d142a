import { wordsOf } from '../../platform/text/fold-text.ts';

/** Letters of scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Returns whether a text has letters of a script without blanks, whose words begin anywhere. */
export function isUnspaced(text: string): boolean {
  return text.search(UNSPACED) >= 0;
}

/** Returns a folded text with each letter of a script without blanks as a word of its own, because words overlap there. */
export function spaceOut(folded: string): string {
  return folded.replaceAll(UNSPACED, ' $& ');
}

/** Returns the words of a folded text that is spaced out. */
export function labelWords(folded: string): string[] {
  return wordsOf(spaceOut(folded));
}
