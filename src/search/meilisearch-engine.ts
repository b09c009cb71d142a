import type { Meilisearch } from 'meilisearch';
import { rerank } from './rerank.ts';
import type { EngineFilters, EnginePage, EngineQuery, SearchEngine } from './search-engine.ts';
import { quoteFilterValue, type SearchDocument } from './search-index.ts';
import type { VocabularyFeed } from './vocabulary.ts';

/** Beyond these a query is not planned here: the exact engine answers it. */
const MOST_WORDS = 4_000;
const MOST_CANDIDATES = 5_000;

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
  /** Answers what cannot be planned: codes, texts without letters, candidate sets that are too wide. */
  exact: SearchEngine;
}

/**
 * Asks Meilisearch for every document that can match (it holds a word that shares a trigram with the query) and
 * reranks the whole set, never one page of it: an exact name with a poor score can stand under a similar one with a
 * good score.
 */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): SearchEngine {
  const { client, indexUid, words: feed, exact } = options;

  const fetch = async (filter: string[], offset: number, limit: number, signal: AbortSignal) =>
    client
      .index<SearchDocument>(indexUid)
      .search(
        '',
        { filter, sort: ['quality_score:desc', 'id:asc'], offset, limit, attributesToRetrieve: SHOWN },
        { signal },
      );

  const byQuality = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage> => {
    const answer = await fetch(filterOf(query.filters), query.offset, query.limit, signal);
    return { items: answer.hits.map((hit) => ({ ...hit, score: null })), total: answer.estimatedTotalHits };
  };

  return {
    name: 'meilisearch',
    async search(query, signal) {
      if (!query.text) return byQuality(query, signal);
      if (query.digits || !feed.isComplete()) return exact.search(query, signal);
      const words = feed.vocabulary.relatedTo(query.text);
      if (words.length === 0 || words.length > MOST_WORDS) return exact.search(query, signal);
      const filter = [...filterOf(query.filters), `words IN [${words.map(quoteFilterValue).join(',')}]`];
      const answer = await fetch(filter, 0, 1_000, signal);
      const candidates = answer.hits;
      if (answer.estimatedTotalHits > MOST_CANDIDATES) return exact.search(query, signal);
      if (answer.estimatedTotalHits > candidates.length) {
        const rest = await fetch(filter, candidates.length, MOST_CANDIDATES, signal);
        candidates.push(...rest.hits);
      }
      const matches = rerank(query.text, candidates);
      return { items: matches.slice(query.offset, query.offset + query.limit), total: matches.length };
    },
  };
}

function filterOf(filters: EngineFilters): string[] {
  const attributes: [keyof SearchDocument, string[] | undefined][] = [
    ['category_id', filters.categoryIds],
    ['brand_id', filters.brandIds],
    ['country_of_origin', filters.countries],
  ];
  return attributes.flatMap(([attribute, values]) =>
    values ? [`${attribute} IN [${values.map(quoteFilterValue).join(',')}]`] : [],
  );
}
