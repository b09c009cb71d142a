import type { Meilisearch, MultiSearchParams } from 'meilisearch';
import type { Metrics } from '../metrics.ts';
import { allOf, anyOf } from './filter-expression.ts';
import { findCandidates, type Candidate, type GroupAnswer, type GroupRequest } from './find-candidates.ts';
import { wordsOf } from './fold-text.ts';
import { planQuery } from './query-plan.ts';
import { rerank } from './rerank.ts';
import type { EngineFilters, EnginePage, EngineQuery, PlanningEngine } from './search-engine.ts';
import type { SearchDocument } from './search-index.ts';
import type { VocabularyFeed } from './vocabulary.ts';
import { queryTrigrams } from './word-similarity.ts';

/** Up to here a catalogue is small: every document that can match is fetched, or else the exact engine asked. */
const SMALL_CATALOGUE = 10_000;
const MOST_CANDIDATES = 2_000;
/** Pages that end beyond this many products are the exact engine's. */
const DEEPEST_PLANNED = 1_000;
/** How long the number of documents is taken to be what it was. */
const COUNT_AGE_MS = 1_000;

const SHOWN: (keyof SearchDocument)[] = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
];

interface MeilisearchEngineOptions {
  client: Meilisearch;
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
  let counted = { at: -COUNT_AGE_MS, documents: 0 };

  const countDocuments = async (): Promise<number> => {
    if (performance.now() - counted.at > COUNT_AGE_MS) {
      const { numberOfDocuments } = await client.index(indexUid).getStats();
      counted = { at: performance.now(), documents: numberOfDocuments };
    }
    return counted.documents;
  };

  const countRound = (documents: number): void => {
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(documents);
  };

  const fetchGroups = async (requests: GroupRequest[], signal: AbortSignal): Promise<GroupAnswer[]> => {
    const answer = await client.multiSearch<MultiSearchParams, SearchDocument>(
      {
        queries: requests.map(({ filter, leastQuality, limit }) => ({
          indexUid,
          q: '',
          filter: leastQuality > 0 ? [filter, `quality_score >= ${leastQuality}`] : filter,
          sort: ['quality_score:desc', 'id:asc'],
          limit,
          attributesToRetrieve: SHOWN,
        })),
      },
      { signal },
    );
    countRound(answer.results.reduce((sum, { hits }) => sum + hits.length, 0));
    return answer.results.map(({ hits, estimatedTotalHits }) => ({ hits, total: estimatedTotalHits ?? 0 }));
  };

  const byQuality = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage> => {
    const { hits, estimatedTotalHits } = await client.index<SearchDocument>(indexUid).search(
      '',
      {
        filter: filtersOf(query.filters),
        sort: ['quality_score:desc', 'id:asc'],
        offset: query.offset,
        limit: query.limit,
        attributesToRetrieve: SHOWN,
      },
      { signal },
    );
    countRound(hits.length);
    metrics.searchPages.inc({ settled: 'true' });
    return { items: hits.map((hit) => ({ ...hit, score: null })), total: estimatedTotalHits };
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
      leastQuality: 0,
      limit: MOST_CANDIDATES,
    };
    const [answer] = await fetchGroups([request], signal);
    return answer && answer.total <= MOST_CANDIDATES ? answer.hits : undefined;
  };

  const handOver = (reason: string): undefined => {
    metrics.searchHandOvers.inc({ reason });
  };

  return {
    name: 'meilisearch',
    async search(query, signal) {
      const documents = await countDocuments();
      // Not filled yet, or wiped: that nothing is found there says nothing.
      if (documents === 0) return handOver('empty');
      if (!query.text) return byQuality(query, signal);
      const wanted = query.offset + query.limit;
      if (query.digits) return handOver('barcode');
      if (!words.isComplete()) return handOver('vocabulary');
      if (wanted > DEEPEST_PLANNED) return handOver('depth');
      const plan = planQuery(query.text, words.vocabulary);
      if (!plan) return handOver('text');
      if (documents <= SMALL_CATALOGUE) {
        const candidates = await everyCandidate(query, signal);
        if (!candidates) return handOver('candidates');
        metrics.searchPages.inc({ settled: 'true' });
        const matches = rerank(query.text, candidates);
        return { items: matches.slice(query.offset, wanted), total: matches.length };
      }
      const narrowed = filtersOf(query.filters);
      const { matches, total, isSettled } = await findCandidates(query.text, plan, wanted, (requests) =>
        fetchGroups(
          requests.map((request) => ({ ...request, filter: allOf(request.filter, ...narrowed) as string })),
          signal,
        ),
      );
      metrics.searchPages.inc({ settled: String(isSettled) });
      return { items: matches.slice(query.offset, wanted), total };
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
