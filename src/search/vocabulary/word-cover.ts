import { beginnings, beginningToken } from '../../index/index-tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Names words in fewer tokens: where all words of the vocabulary that begin alike have been added, their beginning
 * stands for them. Added best first, a beginning then never stands for a word of a lesser similarity.
 */
export function createCover(vocabulary: Vocabulary) {
  const added = new Map<string, number>();
  return {
    add(words: string[]): void {
      for (const word of words) {
        for (const beginning of beginnings(word)) added.set(beginning, (added.get(beginning) ?? 0) + 1);
      }
    },
    tokensOf(words: string[]): Set<string> {
      return new Set(
        words.map((word) => {
          const common = beginnings(word).find(
            (beginning) => added.get(beginning) === vocabulary.countBeginning(beginning),
          );
          return common === undefined ? word : beginningToken(common);
        }),
      );
    },
  };
}

/** The tokens of words that need not be told apart. */
export function coverWords(words: string[], vocabulary: Vocabulary): Set<string> {
  const cover = createCover(vocabulary);
  cover.add(words);
  return cover.tokensOf(words);
}
