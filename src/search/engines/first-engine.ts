import type { Metrics } from '../../metrics.ts';
import type { Db } from '../../db/client.ts';
import { wordsOf } from '../../text/fold-text.ts';
import type { ProductFeed } from '../memory/follow-products.ts';
import type { FoundProducts } from '../memory/ranking/find-products.ts';
import type { HeldProducts } from '../memory/held-products.ts';
import type { HandOverReason } from '../explain/explanation-contract.ts';
import { listByTime } from '../order-store.ts';
import { isTimedText, type EnginePage, type EngineQuery, type FirstEngine } from '../search-engine.ts';
import { DEEPEST_LISTED, MOST_LOOKS, MOST_TIMED_MATCHES } from '../search-limits.ts';
import { inOrder, inOrderOf, matchCandidates } from '../similarity/rank-matches.ts';
import {
  createIndexReader,
  OtherVersionError,
  type FoundDocument,
  type IndexClient,
} from '../index-reader/index-reader.ts';

interface FirstEngineOptions {
  db: Db;
  client: IndexClient;
  products: ProductFeed;
  metrics: Metrics;
}

/**
 * Finds the page of a text among the products that this process holds, exactly as long as there is time and nothing changed since
 * they were kept on disk is missing, and asks the index for its documents; without a text the index filters and sorts the first pages. No ranking of an engine's has a part in it: a product with an exact name and a
 * poor score can stand under a similar one with a good score (see docs/decisions/0022-products-in-memory.md).
 */
export function createFirstEngine(options: FirstEngineOptions): FirstEngine {
  const { db, client, products, metrics } = options;
  const index = createIndexReader(client, metrics);

  const handOver = (query: EngineQuery, reason: HandOverReason): undefined => {
    metrics.searchHandOvers.inc({ reason: reason.replace('_', ' ') });
    query.noteHandOver?.(reason);
  };

  const byQuality = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> => {
    const { filters, offset, limit } = query;
    // Not filled yet, or wiped: that nothing is found there says nothing.
    if (await index.isEmpty(signal)) return handOver(query, 'empty');
    const { documents, total } = await index.listByQuality(filters, offset, limit, signal);
    metrics.searchPages.inc({ settled: 'true' });
    const items = documents.map((document) => ({ ...document, score: null }));
    return { items, total, isTotalExact: true, isSettled: true, foundBy: { engine: client.name } };
  };

  /** Times are asked of Postgres: those of what the index does not show change without its hearing of it. */
  const findInOrder = async (
    held: HeldProducts,
    query: EngineQuery,
    without: Set<string>,
    signal: AbortSignal,
  ): Promise<FoundProducts | undefined> => {
    if (!query.text) return await held.listInTurns(signal, query, without);
    if (!isTimedText(query)) return await held.findInTurns(signal, query, without);
    const most = { ...query, offset: 0, limit: MOST_TIMED_MATCHES };
    const all = await held.findInTurns(signal, most, without);
    if (all.total > MOST_TIMED_MATCHES) return { ...all, ids: [] };
    const ids = await listByTime(db, all.ids, query);
    return ids && { ...all, ids };
  };

  const byHeld = async (
    held: HeldProducts,
    query: EngineQuery,
    signal: AbortSignal,
  ): Promise<EnginePage | undefined> => {
    const without = new Set<string>();
    for (let look = 0; look < MOST_LOOKS; look++) {
      const isUpToDate = products.held() !== undefined;
      const found = await findInOrder(held, query, without, signal);
      if (!found) return handOver(query, 'order');
      const { ids, total, names, facets } = found;
      const isSettled = found.isWhole && isUpToDate;
      if (ids.length === 0 && !isSettled) return handOver(query, isUpToDate ? 'late' : 'loading');
      // Also of no document: whether the engine answers is to be known.
      const documents = await index.listDocuments(ids, signal);
      if (ids.length > 0 && documents.length === 0) return handOver(query, 'empty');
      const items = itemsOf(query, ids, documents);
      if (items.length === ids.length) {
        if (isSettled) metrics.searchPages.inc({ settled: 'true' });
        return {
          items,
          total,
          isTotalExact: isSettled,
          isSettled,
          foundBy: { engine: 'memory', ...(names !== undefined && { names }) },
          ...(facets && { facets: { counts: facets, isExact: isSettled } }),
        };
      }
      const shown = new Set(items.map(({ id }) => id));
      for (const id of ids) if (!shown.has(id)) without.add(id);
    }
    return handOver(query, 'documents');
  };

  return {
    name: client.name,
    async search(query, signal) {
      try {
        // Facets of a list are asked of it only as long as products are not held: see `countFacetsOfLists`.
        if (!query.text && query.facets) return handOver(query, 'loading');
        if (!query.text && query.offset + query.limit <= DEEPEST_LISTED)
          return await byQuality(query, signal);
        const held = query.text ? products.lastKnown() : products.held();
        if (!held) return handOver(query, 'loading');
        if (query.text && wordsOf(query.text).length === 0) return handOver(query, 'text');
        return await byHeld(held, query, signal);
      } catch (error) {
        if (error instanceof OtherVersionError) return handOver(query, 'other_version');
        throw error;
      }
    },
  };
}

/** In the order of the page; of a text those are left out whose document has another name by now. */
function itemsOf({ text, digits, order }: EngineQuery, ids: string[], documents: FoundDocument[]) {
  if (!text)
    return inOrderOf(
      ids,
      documents.map((document) => ({ ...document, score: null })),
    );
  const matches = matchCandidates(text, documents, digits !== undefined);
  return order ? inOrderOf(ids, matches) : inOrder(matches);
}
