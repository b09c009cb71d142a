import { asc, gt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import { searchWords } from '../../db/schema/operations.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { VOCABULARY_BATCH, VOCABULARY_INTERVAL_MS } from '../planner-limits.ts';

export interface VocabularyFeed {
  vocabulary: Vocabulary;
  /** False until every word has been read once: a search planned before that could miss products. */
  isComplete(): boolean;
  close(): void;
}

/**
 * A vocabulary that follows the `search_words` table: the indexer adds words there before the documents that hold
 * them, so with a look every `intervalMs` a word is at most that much behind its documents.
 */
export function followVocabulary(
  db: Db,
  logger: Logger,
  intervalMs = VOCABULARY_INTERVAL_MS,
): VocabularyFeed {
  const vocabulary = createVocabulary();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failing = false;
  let complete = false;

  const read = async (): Promise<void> => {
    for (;;) {
      const rows = await db
        .select()
        .from(searchWords)
        .where(gt(searchWords.id, lastId))
        .orderBy(asc(searchWords.id))
        .limit(VOCABULARY_BATCH);
      for (const row of rows) vocabulary.add(row.word);
      lastId = rows.at(-1)?.id ?? lastId;
      if (rows.length < VOCABULARY_BATCH) return;
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
