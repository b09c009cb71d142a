import { sql } from 'drizzle-orm';
import type { Db } from '../../src/db/client.ts';

/** Any number that nobody else uses: it names the lock under which words are added. */
const WORDS_LOCK = 7_305_223;
/** Far more words than any catalogue has; a set that grew without end would be a leak. */
const REMEMBERED_WORDS = 1_000_000;

/**
 * Adds words to `search_words`, those of a document before the document itself, so that whoever finds the document
 * can know its words. Words this process has added before cost nothing.
 */
export function createWordSaver(db: Db): (words: string[]) => Promise<void> {
  const known = new Set<string>();
  return async (words) => {
    const fresh = words.filter((word) => !known.has(word));
    if (fresh.length === 0) return;
    await db.transaction(async (tx) => {
      // Readers go on from the highest id they have seen: an id that is committed after a higher one would be missed.
      // A writer that has just lost its place may still be in here beside its successor.
      await tx.execute(sql`select pg_advisory_xact_lock(${WORDS_LOCK})`);
      await tx.execute(sql`
        insert into search_words (word)
        select f.word from unnest(${sql.param(fresh)}::text[]) as f (word)
        where not exists (select from search_words s where s.word = f.word)
        on conflict do nothing`);
    });
    if (known.size + fresh.length > REMEMBERED_WORDS) known.clear();
    for (const word of fresh) known.add(word);
  };
}
