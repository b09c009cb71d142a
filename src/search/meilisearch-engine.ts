import type { Metrics } from '../metrics.ts';
import { allOf, anyOf, isUnknownAttribute, onlyWhereKnown } from './filter-expression.ts';
import type { Candidate } from './collect-candidates.ts';
import { findCandidates, type GroupAnswer, type GroupRequest } from './find-candidates.ts';
import { wordsOf } from './fold-text.ts';
import type { IndexSearch, MultiSearch } from './multi-search.ts';
import { createPageMemory } from './page-memory.ts';
import { createPlanCache } from './plan-cache.ts';
import { inOrder, matchCandidates } from './rerank.ts';
import type { EngineFilters, EnginePage, EngineQuery, PlanningEngine } from './search-engine.ts';
import { INDEX_VERSION, type SearchDocument } from './search-index.ts';
import type { VocabularyFeed } from './follow-vocabulary.ts';
import { queryTrigrams } from './word-similarity.ts';

/** Up to here a catalogue is small: every document that can match is fetched, or else the exact engine asked. */
const SMALL_CATALOGUE = 10_000;
const MOST_CANDIDATES = 2_000;
/** Pages that end beyond this many products are the exact engine's. */
const DEEPEST_PLANNED = 1_000;
/** How long the number of documents, and the best quality among them, is taken to be what it was. */
const EXTENT_AGE_MS = 1_000;

const SHOWN: (keyof SearchDocument)[] = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
];

const NAMES: (keyof SearchDocument)[] = ['id', 'name'];
const SORTS = { ordered: ['quality_score:desc', 'id:asc'], best: ['quality_score:desc'], any: [] };

interface MeilisearchEngineOptions {
  client: MultiSearch;
  indexUid: string;
  words: VocabularyFeed;
  metrics: Metrics;
}

/**
 * Asks Meilisearch for candidates and puts them into the contract's order by their exact similarity. Meilisearch's
 * own ranking has no part in it: a product with an exact name and a poor score can stand under a similar one with a
 * good score, so candidates are chosen by what bounds their rank (see docs/decisions/0003-search-plan.md).
 */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): PlanningEngine {
  const { client, indexUid, words, metrics } = options;
  const planOf = createPlanCache(words.vocabulary);
  const pages = createPageMemory();
  let extent = { at: -EXTENT_AGE_MS, documents: 0, bestQuality: 1 };

  const search = async (
    searches: (Omit<IndexSearch, 'indexUid' | 'sort' | 'attributesToRetrieve'> &
      Pick<GroupRequest, 'first' | 'namesOnly'>)[],
    signal: AbortSignal,
  ): Promise<GroupAnswer[]> => {
    const answers = await client.search<Candidate>(
      searches.map(({ first, namesOnly, ...one }) => ({
        indexUid,
        ...one,
        filter: onlyWhereKnown(INDEX_VERSION, one.filter),
        sort: SORTS[first],
        attributesToRetrieve: namesOnly ? NAMES : SHOWN,
      })),
      signal,
    );
    return answers.map(({ hits, estimatedTotalHits }) => ({ hits, total: estimatedTotalHits }));
  };

  const readExtent = async (signal: AbortSignal): Promise<typeof extent> => {
    if (performance.now() - extent.at > EXTENT_AGE_MS) {
      const [all] = await search([{ filter: undefined, limit: 0, first: 'any' }], signal);
      // An index that is not filled yet may not know what quality is.
      const [best] = all?.total ? await search([{ filter: undefined, limit: 1, first: 'best' }], signal) : [];
      extent = {
        at: performance.now(),
        documents: all?.total ?? 0,
        bestQuality: best?.hits[0]?.quality_score ?? 1,
      };
    }
    return extent;
  };

  const fetchGroups = async (requests: GroupRequest[], signal: AbortSignal): Promise<GroupAnswer[]> => {
    const answers = await search(requests, signal);
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(answers.reduce((sum, { hits }) => sum + hits.length, 0));
    return answers;
  };

  const byQuality = async (
    { filters, offset, limit }: EngineQuery,
    signal: AbortSignal,
  ): Promise<EnginePage> => {
    const [page] = await search([{ filter: filtersOf(filters), offset, limit, first: 'ordered' }], signal);
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(page?.hits.length ?? 0);
    metrics.searchPages.inc({ settled: 'true' });
    return { items: page?.hits.map((hit) => ({ ...hit, score: null })) ?? [], total: page?.total ?? 0 };
  };

  /** Every document with a word that shares a trigram with the text, or undefined when those are too many. */
  const everyCandidate = async (
    query: EngineQuery,
    signal: AbortSignal,
  ): Promise<Candidate[] | undefined> => {
    const { vocabulary } = words;
    const related = vocabulary.sharing(queryTrigrams(query.text).ids.keys(), 1).map(({ word }) => word);
    // A name that holds several words of text begins a word with the last of them, and so shares a trigram.
    const holding = wordsOf(query.text).flatMap((word) => vocabulary.containing(word));
    const filter = anyOf('tokens', new Set([...related, ...holding]));
    if (!filter) return [];
    const request = {
      filter: allOf(filter, ...filtersOf(query.filters)) as string,
      limit: MOST_CANDIDATES,
      first: 'any' as const,
    };
    const [answer] = await fetchGroups([request], signal);
    return answer && answer.total <= MOST_CANDIDATES ? answer.hits : undefined;
  };

  const handOver = (reason: string): undefined => {
    metrics.searchHandOvers.inc({ reason });
  };

  const searchIndex = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> => {
    const { documents, bestQuality } = await readExtent(signal);
    // Not filled yet, or wiped: that nothing is found there says nothing.
    if (documents === 0) return handOver('empty');
    if (!query.text) return byQuality(query, signal);
    const wanted = query.offset + query.limit;
    if (query.digits) return handOver('barcode');
    if (!words.isComplete()) return handOver('vocabulary');
    if (wanted > DEEPEST_PLANNED) return handOver('depth');
    const plan = planOf(query.text);
    if (!plan) return handOver('text');
    if (documents <= SMALL_CATALOGUE) {
      const candidates = await everyCandidate(query, signal);
      if (!candidates) return handOver('candidates');
      metrics.searchPages.inc({ settled: 'true' });
      const matches = inOrder(matchCandidates(query.text, candidates));
      return { items: matches.slice(query.offset, wanted), total: matches.length };
    }
    const narrowed = filtersOf(query.filters);
    const { matches, total, isSettled } = await findCandidates({
      text: query.text,
      plan,
      wanted,
      bestQuality,
      isNarrowed: narrowed.length > 0,
      fetchGroups: (requests) =>
        fetchGroups(
          requests.map((one) => ({
            ...one,
            filter: allOf(...(one.filter ? [one.filter] : []), ...narrowed),
          })),
          signal,
        ),
    });
    metrics.searchPages.inc({ settled: String(isSettled) });
    const key = JSON.stringify([query.text, narrowed]);
    return { items: pages.pageOf(key, matches, query.offset, query.limit), total };
  };

  return {
    name: 'meilisearch',
    async search(query, signal) {
      try {
        return await searchIndex(query, signal);
      } catch (error) {
        if (isUnknownAttribute(error, INDEX_VERSION)) return handOver('other version');
        throw error;
      }
    },
  };
}

function filtersOf(filters: EngineFilters): string[] {
  const conditions = [
    filters.categoryIds && anyOf('category_id', filters.categoryIds),
    filters.brandIds && anyOf('brand_id', filters.brandIds),
    filters.countries && anyOf('country_of_origin', filters.countries),
  ];
  return conditions.filter((condition) => condition !== undefined);
}
