import { beginnings } from '../../index/index-tokens.ts';
import { trigramsOf } from '../similarity/word-similarity.ts';

/**
 * Every word of the index with its trigrams, in this process. It rewrites queries, like a spelling corrector; the
 * documents stay in the engine. Words only come, they never go: one that no document holds any more costs nothing.
 */
export interface Vocabulary {
  /** Words that have at least `least` of the (distinct) trigrams, with how many; those with `always` alone if given. */
  sharing(trigrams: Iterable<number>, least: number, always?: number): SharingWord[];
  /** Words with the text inside them. */
  containing(text: string): string[];
  /** How many words begin with this text of at most 3 letters. */
  countBeginning(text: string): number;
  size(): number;
  add(word: string): void;
}

export interface SharingWord {
  word: string;
  count: number;
}

export function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const wordsByTrigram = new Map<number, number[]>();
  const beginningCounts = new Map<string, number>();
  let counts = new Uint8Array(1_024);

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
      if (id >= counts.length) counts = new Uint8Array(counts.length * 2);
      for (const text of beginnings(word)) beginningCounts.set(text, (beginningCounts.get(text) ?? 0) + 1);
      for (const trigram of new Set(trigramsOf(word))) {
        const ids = wordsByTrigram.get(trigram);
        if (ids) ids.push(id);
        else wordsByTrigram.set(trigram, [id]);
      }
    },
    sharing(trigrams, least, always) {
      const lists = [...trigrams].flatMap((trigram) => {
        const ids = wordsByTrigram.get(trigram);
        return ids ? [ids] : [];
      });
      for (const ids of lists) for (const id of ids) counts[id]! += 1;
      const found: SharingWord[] = [];
      const collect = (id: number): void => {
        const count = counts[id] as number;
        if (count >= least) found.push({ word: words[id] as string, count });
        counts[id] = 0;
      };
      if (always !== undefined) for (const id of wordsByTrigram.get(always) ?? []) collect(id);
      // A word is collected where it is met first: its count is then taken away.
      for (const ids of lists) {
        if (always !== undefined) for (const id of ids) counts[id] = 0;
        else for (const id of ids) if (counts[id] !== 0) collect(id);
      }
      return found;
    },
    countBeginning: (text) => beginningCounts.get(text) ?? 0,
    containing,
    size: () => words.length,
  };
}
