import { LRUCache } from 'lru-cache';
import type { Metrics } from '../../metrics.ts';
import { collectCandidates } from './collect-candidates.ts';
import { hasAllNames, namesOf, type FetchGroups, type GroupAnswer } from './group-requests.ts';
import { ALL, and, anyOf, type Filter } from '../plan/filter.ts';
import { findCandidates } from './find-candidates.ts';
import { wordsOf } from '../../text/fold-text.ts';
import type { VocabularyFeed } from '../vocabulary/follow-vocabulary.ts';
import type { MultiSearch } from './multi-search.ts';
import { countDocuments, fetchLevels, levelNames } from './name-levels.ts';
import { createPageMemory } from './page-memory.ts';
import { createPlanCache } from '../plan/plan-cache.ts';
import { createIndexReader } from './read-index.ts';
import { isUnknownAttribute } from './render-filter.ts';
import type { EngineFilters, EnginePage, EngineQuery, PlanningEngine } from '../search-engine.ts';
import { INDEX_VERSION } from '../../index/search-index.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';
import { FEW_IN_SET, MAX_SETS, SET_MEMORY_MS, SMALL_CATALOGUE } from '../planner-limits.ts';

interface MeilisearchEngineOptions {
  client: MultiSearch;
  indexUid: string;
  words: VocabularyFeed;
  metrics: Metrics;
  /** So many documents are a small catalogue. */
  smallCatalogue?: number;
}

/**
 * Asks Meilisearch for candidates and puts them into the contract's order by their exact similarity. Meilisearch's
 * own ranking has no part in it: a product with an exact name and a poor score can stand under a similar one with a
 * good score, so candidates are chosen by what bounds their rank (see docs/decisions/0003-search-plan.md).
 */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): PlanningEngine {
  const { client, indexUid, words, metrics, smallCatalogue = SMALL_CATALOGUE } = options;
  const planOf = createPlanCache(words.vocabulary);
  const pages = createPageMemory();
  const setSizes = new LRUCache<string, number>({ max: MAX_SETS, ttl: SET_MEMORY_MS });
  const index = createIndexReader(client, indexUid, metrics);

  const byQuality = async (
    { filters, offset, limit }: EngineQuery,
    signal: AbortSignal,
  ): Promise<EnginePage> => {
    const [page] = await index.fetchGroups(
      [{ filter: narrowTo(filters), offset, limit, first: 'ordered' }],
      signal,
    );
    metrics.searchPages.inc({ settled: 'true' });
    return {
      items: page?.hits.map((hit) => ({ ...hit, score: null })) ?? [],
      total: page?.total ?? 0,
      isTotalExact: true,
      isSettled: true,
    };
  };

  /** The exact page, from the names of all documents that can match; undefined when they are too many to be told. */
  const rankNames = async (
    all: GroupAnswer,
    { text, offset, limit }: EngineQuery,
    bestQuality: number,
    fetchGroups: FetchGroups,
  ): Promise<EnginePage | undefined> => {
    if (!hasAllNames(all)) return undefined;
    const levels = levelNames(text, all.names);
    const wanted = offset + limit;
    const found = collectCandidates(text, wanted);
    if (!(await fetchLevels({ found, wanted, bestQuality, fetchGroups }, levels))) return undefined;
    metrics.searchPages.inc({ settled: 'true' });
    return {
      items: found.matches().slice(offset, wanted),
      total: countDocuments(levels),
      isTotalExact: true,
      isSettled: true,
    };
  };

  /** Every document with a word that shares a trigram with the text. */
  const related = (text: string): Filter => {
    const { vocabulary } = words;
    const sharing = vocabulary
      .share(queryTrigrams(text).ids.keys())
      .atLeast(1)
      .map(({ word }) => word);
    // A name that holds several words of text begins a word with the last of them, and so shares a trigram.
    const holding = wordsOf(text).flatMap((word) => vocabulary.containing(word));
    return anyOf('tokens', new Set([...sharing, ...holding]));
  };

  const handOver = (reason: string): undefined => {
    metrics.searchHandOvers.inc({ reason });
  };

  const searchIndex: PlanningEngine['search'] = async (query, signal, onPage) => {
    const { documents, bestQuality } = await index.readExtent(signal);
    // Not filled yet, or wiped: that nothing is found there says nothing.
    if (documents === 0) return handOver('empty');
    if (!query.text) return byQuality(query, signal);
    const wanted = query.offset + query.limit;
    // A small catalogue is the exact engine's, where it answers at once.
    if (query.digits && documents <= smallCatalogue) return handOver('barcode');
    if (!words.isComplete()) return handOver('vocabulary');
    const narrowed = narrowTo(query.filters);
    const fetchGroups: FetchGroups = (requests) =>
      index.fetchGroups(
        requests.map((one) => ({
          ...one,
          filter: and(one.filter, narrowed),
        })),
        signal,
      );
    if (documents <= smallCatalogue && wordsOf(query.text).length > 0) {
      const [all] = (await fetchGroups([namesOf(related(query.text))])) as [GroupAnswer];
      const page = await rankNames(all, query, bestQuality, fetchGroups);
      return page ?? handOver('candidates');
    }
    // What a filter leaves is often little: then its names are all there is to look at, and nothing to plan.
    if (narrowed !== ALL && !query.digits && (setSizes.get(narrowed.key) ?? 0) <= FEW_IN_SET) {
      const [all] = (await fetchGroups([namesOf(ALL)])) as [GroupAnswer];
      setSizes.set(narrowed.key, all.total);
      const page = await rankNames(all, query, bestQuality, fetchGroups);
      if (page) return page;
    }
    const plan = planOf(query.text);
    if (!plan) return handOver('text');
    const { matches, total, isSettled } = await findCandidates({
      text: query.text,
      plan,
      wanted,
      bestQuality,
      fetchGroups,
      onRound: (sofar) =>
        onPage?.({
          items: sofar.matches.slice(query.offset, wanted),
          total: sofar.total,
          isTotalExact: false,
          isSettled: false,
        }),
    });
    metrics.searchPages.inc({ settled: String(isSettled) });
    const key = JSON.stringify([query.text, narrowed.key]);
    return {
      items: pages.pageOf(key, matches, query.offset, query.limit),
      total,
      isTotalExact: false,
      isSettled,
    };
  };

  return {
    name: 'meilisearch',
    async search(query, signal, onPage) {
      try {
        return await searchIndex(query, signal, onPage);
      } catch (error) {
        if (isUnknownAttribute(error, INDEX_VERSION)) return handOver('other version');
        throw error;
      }
    },
  };
}

/** A filter that is not given lets every document through, one of an empty list none. */
function narrowTo({ categoryIds, brandIds, countries }: EngineFilters): Filter {
  return and(
    categoryIds ? anyOf('category_id', categoryIds) : ALL,
    brandIds ? anyOf('brand_id', brandIds) : ALL,
    countries ? anyOf('country_of_origin', countries) : ALL,
  );
}
