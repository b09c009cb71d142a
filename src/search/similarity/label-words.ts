import { wordsOf } from '../../platform/text/fold-text.ts';

/** Letters of scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Returns the words of a folded text. Each letter of a script without blanks counts as a word, because words overlap there. */
export function labelWords(folded: string): string[] {
  return wordsOf(folded.replaceAll(UNSPACED, ' $& '));
}
