import { wordsOf } from '../../platform/text/fold-text.ts';

/** Letters of scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Returns a folded text with each letter of a script without blanks as a word of its own, because words overlap there. */
export function spaceOut(folded: string): string {
  return folded.replaceAll(UNSPACED, ' $& ');
}

/** Returns the words of a folded text that is spaced out. */
export function labelWords(folded: string): string[] {
  return wordsOf(spaceOut(folded));
}
