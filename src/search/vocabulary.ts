import { asc, gt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { searchWords } from '../db/schema.ts';
import { queryTrigrams, trigramsOf } from './word-similarity.ts';

/**
 * Every word of the index with its trigrams, in this process. It rewrites queries, like a spelling corrector; the
 * documents stay in the engine. Words only come, they never go: one that no document holds any more costs nothing.
 */
export interface Vocabulary {
  readonly size: number;
  /** Words that share at least one trigram with the text, or hold it inside. */
  relatedTo(folded: string): string[];
  add(word: string): void;
}

export function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const wordsByTrigram = new Map<number, number[]>();
  return {
    get size() {
      return words.length;
    },
    add(word) {
      const id = words.push(word) - 1;
      for (const trigram of new Set(trigramsOf(word))) {
        const ids = wordsByTrigram.get(trigram);
        if (ids) ids.push(id);
        else wordsByTrigram.set(trigram, [id]);
      }
    },
    relatedTo(folded) {
      const ids = new Set<number>();
      for (const trigram of queryTrigrams(folded).ids.keys()) {
        for (const id of wordsByTrigram.get(trigram) ?? []) ids.add(id);
      }
      const related = [...ids].map((id) => words[id] as string);
      // A part of one or two letters inside a word shares no trigram with it.
      if (folded.length < 3)
        related.push(...words.filter((word, id) => !ids.has(id) && word.includes(folded)));
      return related;
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
