import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inUse } from '../../index/indexed-product-store.ts';
import { wordsOf } from '../../text/fold-text.ts';
import { containsPattern } from '../../text/like-pattern.ts';
import { filterConditions } from '../exact-filters/filter-conditions.ts';
import type { ProductFeed } from '../memory/follow-products.ts';
import type { HeldProducts } from '../memory/held-products.ts';
import { askForPage, hasWords } from './postgres-engine.ts';
import type { EnginePage, EngineQuery, SearchEngine } from '../search-engine.ts';
import { HURRIED_MS, SIMILARITY_THRESHOLD } from '../search-limits.ts';

/** Products that are looked at for one part of a text, whichever the index on names gives first. */
const MOST_OF_A_PART = 200;
/** Products that are looked at when the parts lead nowhere, the best of all. */
const MOST_OF_THE_BEST = 5_000;
/** Words whose parts are looked for, the longest. */
const MOST_WORDS = 2;
/** Letters from which on a word has halves: of a word with one typo, one half is right. */
const LONG_WORD_LETTERS = 6;

const NOT_SETTLED = {
  isTotalExact: false,
  isSettled: false,
  foundBy: { engine: 'postgres_hurried' },
} as const;

/**
 * What is found in a time that does not grow with the catalogue, for searches that nothing else answers in time: what
 * `LEAST_SEARCH_MS` find among the products that this process holds, as Postgres has them now. Where none are held, or nothing is
 * found, Postgres looks at some products whose names hold the text, a word of it or half of one; when that leads nowhere, or takes
 * longer than `HURRIED_MS`, at the best products of all. What has not been looked at may rank higher.
 */
export function createHurriedEngine(db: Db, products?: ProductFeed): SearchEngine {
  return {
    name: 'postgres',
    async search(query, signal) {
      const held = products?.lastKnown();
      const page = held && (await findHeld(db, held, query, signal));
      if (page?.items.length) return page;
      const found = await findByParts(db, query).catch(() => undefined);
      if (found?.items.length) return found;
      signal.throwIfAborted();
      return await askForPage(db, query, amongTheBest(query), NOT_SETTLED);
    },
  };
}

async function findHeld(
  db: Db,
  held: HeldProducts,
  query: EngineQuery,
  signal: AbortSignal,
): Promise<EnginePage | undefined> {
  if (!hasWords(query.text)) return undefined;
  const { ids, total, names, facets } = await held.findInTurns(signal, { ...query, dueAt: 0 }, new Set());
  if (ids.length === 0) return undefined;
  const page = await askForPage(
    db,
    { ...query, facets: undefined, offset: 0 },
    sql`p.id = any(${sql.param(ids)}::uuid[])`,
    { ...NOT_SETTLED, foundBy: { engine: 'memory', ...(names !== undefined && { names }) } },
  );
  return { ...page, total, ...(facets && { facets: { counts: facets, isExact: false } }) };
}

async function findByParts(db: Db, query: EngineQuery): Promise<EnginePage | undefined> {
  if (!hasWords(query.text)) return undefined;
  return await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${HURRIED_MS}`));
    return await askForPage(tx, query, holdsPart(query), NOT_SETTLED);
  });
}

function holdsPart({ text, filters }: EngineQuery): SQL {
  const parts = partsOf(text).map(
    (part) => sql`(
      select o.id from products o
      where ${inUse(sql`o`)} and o.search_name like ${containsPattern(part)} ${filterConditions(filters, sql`o`)}
      limit ${MOST_OF_A_PART})`,
  );
  return sql`p.id in (${sql.join(parts, sql` union `)}) and ${isLike(text)}`;
}

/** The whole text, its longest words, and the halves of these. */
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

/** Filters and text decide among these; with neither they are the page itself. */
function amongTheBest({ text, offset, limit }: EngineQuery): SQL {
  const most = Math.max(MOST_OF_THE_BEST, offset + limit);
  const best = sql`p.id in (
    select o.id from products o where ${inUse(sql`o`)}
    order by o.quality_score desc nulls last, o.id limit ${most})`;
  return text ? sql`${best} and ${isLike(text)}` : best;
}

/** Computed for each product: the operator for it would have the index on names looked through for all that are alike. */
function isLike(text: string): SQL {
  const holds = sql`p.search_name like ${containsPattern(text)}`;
  if (!hasWords(text)) return holds;
  return sql`(${holds} or word_similarity(${text}, p.search_name) >= ${SIMILARITY_THRESHOLD}::real)`;
}
