import { asc, gt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { searchWords } from '../db/operation-schema.ts';
import { trigramsOf } from './word-similarity.ts';

/**
 * Every word of the index with its trigrams, in this process. It rewrites queries, like a spelling corrector; the
 * documents stay in the engine. Words only come, they never go: one that no document holds any more costs nothing.
 */
export interface Vocabulary {
  /** Words that have at least `least` of the (distinct) trigrams, with how many they have. */
  sharing(trigrams: Iterable<number>, least: number): { word: string; count: number }[];
  /** Words with the text inside them. */
  containing(text: string): string[];
  /** Words that begin with the text (2 letters or more). */
  startingWith(text: string): string[];
  add(word: string): void;
}

export function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const wordsByTrigram = new Map<number, number[]>();
  let counts = new Uint8Array(1_024);
  return {
    add(word) {
      const id = words.push(word) - 1;
      if (id >= counts.length) counts = new Uint8Array(counts.length * 2);
      for (const trigram of new Set(trigramsOf(word))) {
        const ids = wordsByTrigram.get(trigram);
        if (ids) ids.push(id);
        else wordsByTrigram.set(trigram, [id]);
      }
    },
    sharing(trigrams, least) {
      const touched: number[] = [];
      for (const trigram of trigrams) {
        for (const id of wordsByTrigram.get(trigram) ?? []) {
          if (counts[id] === 0) touched.push(id);
          counts[id]! += 1;
        }
      }
      const found: { word: string; count: number }[] = [];
      for (const id of touched) {
        const count = counts[id] as number;
        if (count >= least) found.push({ word: words[id] as string, count });
        counts[id] = 0;
      }
      return found;
    },
    startingWith(text) {
      const ids = wordsByTrigram.get(trigramsOf(text)[1] as number) ?? [];
      return ids.map((id) => words[id] as string).filter((word) => word.startsWith(text));
    },
    containing(text) {
      if (Array.from(text).length < 3) return words.filter((word) => word.includes(text));
      // A word with the text inside has all trigrams of the text but those padded with blanks.
      const lists = trigramsOf(text)
        .slice(2, -1)
        .map((trigram) => wordsByTrigram.get(trigram) ?? []);
      const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
      return shortest.map((id) => words[id] as string).filter((word) => word.includes(text));
    },
  };
}

export interface VocabularyFeed {
  vocabulary: Vocabulary;
  /** False until every word has been read once: a search planned before that could miss products. */
  isComplete(): boolean;
  close(): void;
}

/**
 * A vocabulary that follows the `search_words` table: the indexer adds words there before the documents that hold
 * them, so one look every 200 ms keeps a word at most that much behind its documents.
 */
export function followVocabulary(db: Db, logger: Logger, intervalMs = 200): VocabularyFeed {
  const vocabulary = createVocabulary();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failing = false;
  let complete = false;

  const read = async (): Promise<void> => {
    const batch = 50_000;
    for (;;) {
      const rows = await db
        .select()
        .from(searchWords)
        .where(gt(searchWords.id, lastId))
        .orderBy(asc(searchWords.id))
        .limit(batch);
      for (const row of rows) vocabulary.add(row.word);
      lastId = rows.at(-1)?.id ?? lastId;
      if (rows.length < batch) return;
    }
  };
  const follow = async (): Promise<void> => {
    try {
      await read();
      complete = true;
      failing = false;
    } catch (error) {
      if (!failing)
        logger.warn({ err: error }, 'the vocabulary cannot be read; searches use the words known so far');
      failing = true;
    }
    if (!closed) timer = setTimeout(() => void follow(), intervalMs);
  };
  void follow();
  return {
    vocabulary,
    isComplete: () => complete,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
