import type { Beginning, Vocabulary } from './vocabulary.ts';

/**
 * Names words in fewer tokens: where all words of the vocabulary that begin alike have been added, their beginning
 * stands for them. Added best first, a beginning then never stands for a word of a lesser similarity.
 */
export function createCover(vocabulary: Vocabulary) {
  const added = new Map<Beginning, number>();
  return {
    add(words: string[]): void {
      for (const word of words) {
        for (const beginning of vocabulary.beginningsOf(word))
          added.set(beginning, (added.get(beginning) ?? 0) + 1);
      }
    },
    tokensOf(words: string[]): Set<string> {
      return new Set(
        words.map((word) => {
          const common = vocabulary
            .beginningsOf(word)
            .find((beginning) => added.get(beginning) === beginning.words);
          return common?.token ?? word;
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
