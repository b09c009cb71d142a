import { sql, type SQL } from 'drizzle-orm';
import { isTimeout } from '../../../platform/db/database-error.ts';
import { readsWithin, type Db, type Tx } from '../../../platform/db/client.ts';
import { inUse } from '../../index/indexed-product-store.ts';
import { wordsOf } from '../../../platform/text/fold-text.ts';
import { containsPattern } from '../../../platform/text/like-pattern.ts';
import { barcodeCondition } from '../../barcode-condition.ts';
import { filterConditions } from '../../exact-filters/filter-conditions.ts';
import type { EnginePage, EngineQuery, SearchEngine } from '../../search-engine.ts';
import { EXACT_MS, PARTS_MS, SIMILARITY_THRESHOLD } from '../../search-limits.ts';
import { createStoredNames } from './stored-names.ts';
import { askForPage, hasWords, INCOMPLETE, searchPostgres } from './postgres-engine.ts';

/** The most products that are read for one part of a text, in the order of the index on names. */
const MOST_OF_A_PART = 200;
/** How many of the best products are read when no part is found in time. */
const MOST_OF_THE_BEST = 5_000;
/** How many words, the longest first, are searched by their parts. */
const MOST_WORDS = 2;
/** The fewest letters of a word that is searched by halves: in a word with one typo, one half is right. */
const LONG_WORD_LETTERS = 6;

/**
 * Returns Postgres as the fallback of an unreachable engine. The exact search has `exactMs` milliseconds, or less if the query
 * is due sooner. That is too short for a common word in a large catalogue. Then the page is the best of some products whose
 * names contain the text, a word of it or half a word. Without such products it is the best of the highest quality.
 */
export function createStandIn(db: Db, exactMs = EXACT_MS): SearchEngine {
  const findNames = createStoredNames(db);
  return {
    name: 'postgres',
    async search(query, signal) {
      // A person who types does not wait for the exact search.
      if (query.suggested) {
        const page = query.limit > 0 ? await searchPart(db, query, signal) : NOTHING;
        return { ...page, names: await findNames(query.suggested) };
      }
      // In another order than relevance, a sample of the products is meaningless.
      if (query.order) return await searchPostgres(db, query);
      const leftMs = (query.dueAt ?? Infinity) - performance.now() - PARTS_MS;
      const exact = await inTime(db, Math.min(exactMs, leftMs), (tx) => searchPostgres(tx, query));
      if (exact) return exact;
      signal.throwIfAborted();
      return await searchPart(db, query, signal);
    },
  };
}

const NOTHING: EnginePage = { items: [], total: 0, ...INCOMPLETE };

/**
 * Returns the best of some products, in a time that does not grow with the catalogue; other products may rank higher.
 */
export async function searchPart(db: Db, query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
  const found = hasWords(query.text)
    ? await inTime(db, PARTS_MS, (tx) => askForPage(tx, query, holdsPart(query), INCOMPLETE))
    : undefined;
  if (found?.total) return found;
  signal.throwIfAborted();
  return await askForPage(db, query, amongTheBest(query), INCOMPLETE);
}

/** Returns the result, or undefined when the work exceeds `ms`, or when that is less than one. */
async function inTime<T>(db: Db, ms: number, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  if (ms < 1) return undefined;
  try {
    return await db.transaction(work, readsWithin(Math.floor(ms)));
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

function holdsPart(query: EngineQuery): SQL {
  const { text, digits, filters } = query;
  const parts = partsOf(text).map(
    (part) => sql`(
      select o.id from products o
      where ${inUse(sql`o`)} and o.search_name like ${containsPattern(part)} ${filterConditions(filters, sql`o`)}
      limit ${MOST_OF_A_PART})`,
  );
  const isPart = sql`p.id in (${sql.join(parts, sql` union `)}) and ${isLike(query)}`;
  if (digits === undefined) return isPart;
  // A union: for an `or` Postgres would read every product.
  return sql`p.id in (select p.id from products p where ${isPart} union (
    select product_id from barcodes where ${barcodeCondition(digits)} limit ${MOST_OF_A_PART}))`;
}

/** Returns the whole text, its longest words, and their halves. */
function partsOf(text: string): string[] {
  const words = wordsOf(text)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
  const halves = words
    .filter((word) => word.length >= LONG_WORD_LETTERS)
    .flatMap((word) => {
      const middle = Math.ceil(word.length / 2);
      return [word.slice(0, middle), word.slice(middle)];
    });
  return [...new Set([text, ...words, ...halves])];
}

/**
 * Returns a condition for the products of the highest quality, among which filters and text select. The ids are an array,
 * which is read once: without statistics, as after an import, Postgres would run the subquery of an `in` for each product.
 */
function amongTheBest(query: EngineQuery): SQL {
  const { text, offset, limit } = query;
  const most = Math.max(MOST_OF_THE_BEST, offset + limit);
  const best = sql`p.id = any(array(
    select o.id from products o where ${inUse(sql`o`)}
    order by o.quality_score desc nulls last, o.id limit ${most}))`;
  return text ? sql`${best} and ${isLike(query)}` : best;
}

/** Calls the function for each product: the operator would make Postgres search the index for all similar names. */
function isLike({ text, suggested }: EngineQuery): SQL {
  if (suggested) return hasWordsOf(suggested.words);
  const holds = sql`p.search_name like ${containsPattern(text)}`;
  if (!hasWords(text)) return holds;
  return sql`(${holds} or word_similarity(${text}, p.search_name) >= ${SIMILARITY_THRESHOLD}::real)`;
}

/** Suggestions want every word, in the name or the brand. */
function hasWordsOf(words: readonly string[]): SQL {
  const label = sql`concat_ws(' ', p.search_name, (select brand_key from brands where id = p.brand_id))`;
  return sql.join(
    words.map((word) => sql`${label} like ${containsPattern(word)}`),
    sql` and `,
  );
}
