import { beginnings } from '../../index/index-tokens.ts';
import { trigramsOf } from '../similarity/word-similarity.ts';

/**
 * Every word of the index with its trigrams, in this process. It rewrites queries, like a spelling corrector; the
 * documents stay in the engine. Words only come, they never go: one that no document holds any more costs nothing.
 */
export interface Vocabulary {
  /** How many of these (distinct) trigrams each word has: counted once, for several questions. */
  share(trigrams: Iterable<number>): Shares;
  /** Words with the text inside them. */
  containing(text: string): string[];
  /** How many words begin with this text of at most 3 letters. */
  countBeginning(text: string): number;
  size(): number;
  add(word: string): void;
}

export interface Shares {
  /** Words that have so many of the trigrams, 1 or more. */
  atLeast(least: number): SharingWord[];
  /** Those of them that have this trigram, which may be any. */
  having(trigram: number, least: number): SharingWord[];
}

export interface SharingWord {
  word: string;
  /** Its own trigrams, in order. */
  trigrams: number[];
  count: number;
}

export function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const trigramsByWord: number[][] = [];
  const wordsByTrigram = new Map<number, number[]>();
  const beginningCounts = new Map<string, number>();

  const containing = (text: string): string[] => {
    if (Array.from(text).length < 3) return words.filter((word) => word.includes(text));
    // A word with the text inside has all trigrams of the text but those padded with blanks.
    const lists = trigramsOf(text)
      .slice(2, -1)
      .map((trigram) => wordsByTrigram.get(trigram) ?? []);
    const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
    return shortest.map((id) => words[id] as string).filter((word) => word.includes(text));
  };

  return {
    add(word) {
      const id = words.push(word) - 1;
      const trigrams = trigramsOf(word);
      trigramsByWord.push(trigrams);
      for (const text of beginnings(word)) beginningCounts.set(text, (beginningCounts.get(text) ?? 0) + 1);
      for (const trigram of new Set(trigrams)) {
        const ids = wordsByTrigram.get(trigram);
        if (ids) ids.push(id);
        else wordsByTrigram.set(trigram, [id]);
      }
    },
    share(trigrams) {
      const counts = new Uint8Array(words.length);
      const once: number[] = [];
      const more: number[] = [];
      for (const trigram of trigrams) {
        for (const id of wordsByTrigram.get(trigram) ?? []) {
          const count = (counts[id] = (counts[id] as number) + 1);
          // Few of the words have two.
          if (count === 1) once.push(id);
          else if (count === 2) more.push(id);
        }
      }
      const collect = (ids: number[], least: number): SharingWord[] => {
        const found: SharingWord[] = [];
        for (const id of ids) {
          const count = counts[id] as number;
          if (count < least) continue;
          found.push({ word: words[id] as string, trigrams: trigramsByWord[id] as number[], count });
        }
        return found;
      };
      return {
        atLeast: (least) => collect(least < 2 ? once : more, least),
        having: (trigram, least) => collect(wordsByTrigram.get(trigram) ?? [], least),
      };
    },
    countBeginning: (text) => beginningCounts.get(text) ?? 0,
    containing,
    size: () => words.length,
  };
}
