import { createMeilisearch, type MeilisearchAccess } from './meilisearch.ts';
import {
  INDEX_VERSION,
  LABELLED_FIELDS,
  SHOWN_FIELDS,
  type ShownDocument,
} from '../../index/search-index.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { wordsOf } from '../../../platform/text/fold-text.ts';
import type { HandOverReason } from '../../explain/explanation-contract.ts';
import { inOrder } from '../../similarity/rank-matches.ts';
import { nutrientOf } from '../../exact-filters/nutrients.ts';
import type { Candidate, EnginePage, EngineQuery, IndexedEngine } from '../../search-engine.ts';
import { CHECK_MS, DEEPEST_LISTED, DEEPEST_ORDERED, MANY_KNOWN_MS, SILENCE_MS } from '../../search-limits.ts';
import { countFacets } from './count-facets.ts';
import {
  filterDocuments,
  isUnknownAttribute,
  isWithoutDocuments,
  onlyWhereKnown,
  renderFilter,
} from './filter.ts';
import { findMatches, SUPERSET_COUNTED, type FoundMatches } from './find-matches.ts';
import { nameSearches, readNames } from './name-searches.ts';
import { createMultiSearch, RefusedError, type IndexAnswer, type IndexSearch } from './multi-search.ts';

interface MeilisearchEngineOptions {
  access: MeilisearchAccess;
  indexUid: string;
  metrics: Pick<Metrics, 'searchRounds' | 'searchDocuments'>;
  /** Milliseconds for one request; `SILENCE_MS` unless given. */
  timeoutMs?: number | undefined;
}

/**
 * Returns the engine on Meilisearch. Meilisearch proposes candidates by its full-text search and by filters on parts of
 * names; this process ranks them (see `find-matches.ts`). It finds all labels by its full-text search alone. Lists without a
 * text are filtered and sorted by Meilisearch alone. Searches that need an index of Postgres are handed over: other orders,
 * deep lists, texts without a letter.
 */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): IndexedEngine {
  const { access, indexUid, metrics, timeoutMs = SILENCE_MS } = options;
  const client = createMultiSearch(access, timeoutMs);
  /** Until this time, by `performance.now()`, the documents of the index are taken to be as many as they were. */
  let manyUntil = 0;

  /** Sends searches. An index of another release refuses the first search of a request, and with it the request. */
  const ask = async <Document>(
    searches: (Omit<IndexSearch, 'indexUid'> & Partial<IndexSearch>)[],
    signal: AbortSignal,
  ): Promise<IndexAnswer<Document>[]> => {
    const [first, ...others] = searches;
    if (!first) return [];
    const checked = { ...first, filter: onlyWhereKnown(INDEX_VERSION, first.filter) };
    const answers = await client.search<Document>(
      [checked, ...others].map((search) => ({
        indexUid,
        attributesToRetrieve: [...SHOWN_FIELDS],
        ...search,
      })),
      signal,
    );
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(answers.reduce((sum, { hits }) => sum + hits.length, 0));
    return answers;
  };

  const handOver = (query: EngineQuery, reason: HandOverReason): undefined => {
    query.noteHandOver?.(reason);
  };

  const isEmpty = async (signal: AbortSignal): Promise<boolean> => {
    const [all] = await ask([{ limit: 0 }], signal);
    return all?.estimatedTotalHits === 0;
  };

  async function list(query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> {
    const { filters, order, offset, limit, facets } = query;
    if (offset + limit > (order ? DEEPEST_ORDERED : DEEPEST_LISTED)) return handOver(query, 'deep');
    const search = {
      filter: renderFilter(filterDocuments(filters)),
      sort: sortOf(order),
      offset,
      limit,
    };
    const [answer] = await ask<ShownDocument>([search], signal);
    const total = answer?.estimatedTotalHits ?? 0;
    // An index that is not filled yet also finds nothing.
    if (total === 0 && (await isEmpty(signal))) return handOver(query, 'empty');
    const items = (answer?.hits ?? []).map((document) => ({ ...document, score: null }));
    const counted =
      facets && (await countFacets({ ask: (asked) => ask(asked, signal), filters, request: facets }));
    return {
      items,
      total,
      isTotalExact: true,
      isSettled: true,
      foundBy: { engine: 'meilisearch' },
      ...(counted && { facets: counted }),
    };
  }

  async function findLabels(
    query: EngineQuery,
    typed: string,
    signal: AbortSignal,
  ): Promise<EnginePage | undefined> {
    const { filters, order, limit, facets, suggested } = query;
    // In another order than relevance, products that lack a word would stand among the others. No limit: no text either.
    const words =
      limit > 0 ? ({ q: typed, matchingStrategy: order || suggested ? 'all' : 'frequency' } as const) : {};
    const filter = renderFilter(filterDocuments(filters));
    const [answer, ...named] = await ask<Candidate>(
      [
        { ...words, filter, limit, attributesToRetrieve: [...LABELLED_FIELDS] },
        ...(suggested ? nameSearches(indexUid, suggested) : []),
      ],
      signal,
    );
    const items = (answer?.hits ?? []).map((document) => ({ ...document, score: null }));
    if (items.length === 0 && answer?.estimatedTotalHits === 0 && (await isEmpty(signal)))
      return handOver(query, 'empty');
    const isWhole = items.length < limit;
    const counted =
      facets && (await countFacets({ ask: (asked) => ask(asked, signal), filters, request: facets, words }));
    return {
      items,
      total: isWhole ? items.length : Math.max(items.length, answer?.estimatedTotalHits ?? 0),
      isTotalExact: isWhole,
      isSettled: isWhole,
      foundBy: { engine: 'meilisearch' },
      ...(suggested && { names: readNames(named) }),
      ...(counted && { facets: { ...counted, isExact: counted.isExact && isWhole } }),
    };
  }

  async function find(query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> {
    const { text, digits, filters, order, offset, limit, facets, dueAt, typed } = query;
    if (typed !== undefined) return await findLabels(query, typed, signal);
    if (order) return handOver(query, 'order');
    if (wordsOf(text).length === 0) return handOver(query, 'text');
    const findIn = async (narrowed: EngineQuery['filters'], wanted = 0): Promise<FoundMatches> => {
      const where = filterDocuments(narrowed);
      const areMany = where === undefined && performance.now() < manyUntil;
      const matches = await findMatches(
        (searches, late) => ask(searches, late ? AbortSignal.any([signal, late]) : signal),
        { text, where, areMany, wanted, dueAt },
      );
      if (where === undefined && (matches.documents ?? 0) > SUPERSET_COUNTED)
        manyUntil = performance.now() + MANY_KNOWN_MS;
      return matches;
    };
    const found = await findIn(filters, offset + limit);
    if (found.candidates === 0 && (await isEmpty(signal))) return handOver(query, 'empty');
    // The index has no parts of barcodes. In a large catalogue Postgres needs long to find them.
    if (digits !== undefined && found.isTotalExact) return handOver(query, 'barcode');
    const { total, candidates } = found;
    const items = inOrder(found.matches.slice(offset, offset + limit));
    const matches = { found, findIn };
    const counted =
      facets &&
      (await countFacets({ ask: (asked) => ask(asked, signal), filters, request: facets, matches }));
    return {
      items,
      total,
      isTotalExact: found.isTotalExact && digits === undefined,
      isSettled: found.isProven && digits === undefined,
      foundBy: { engine: 'meilisearch', names: candidates },
      ...(counted && { facets: counted }),
    };
  }

  return {
    name: 'meilisearch',
    async search(query, signal) {
      try {
        return await (query.text ? find(query, signal) : list(query, signal));
      } catch (error) {
        if (isUnknownAttribute(error, INDEX_VERSION)) return handOver(query, 'other_version');
        if (isWithoutDocuments(error)) return handOver(query, 'empty');
        // The index of brands and categories can be missing. Searches do not need it, so this is no failure of the engine.
        if (query.suggested && error instanceof RefusedError) return handOver(query, 'failed');
        throw error;
      }
    },
    check: () => createMeilisearch(access, CHECK_MS).index(indexUid).getStats(),
    close: () => client.close(),
  };
}

/** Returns the sort of a list; documents without a value come last. */
function sortOf(order: EngineQuery['order']): string[] {
  const nutrient = nutrientOf(order);
  if (nutrient) return [`nutriments.${nutrient.key}:${nutrient.isDescending ? 'desc' : 'asc'}`, 'id:asc'];
  return [...(order === 'popularity' ? ['popularity:desc'] : []), 'quality_score:desc', 'id:asc'];
}
