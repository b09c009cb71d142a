import type { Metrics } from '../../metrics.ts';
import type { Candidate } from './collect-candidates.ts';
import type { GroupAnswer, GroupRequest } from './group-requests.ts';
import { ALL, NONE } from '../plan/filter.ts';
import { createFilterRenderer, onlyWhereKnown } from './render-filter.ts';
import type { IndexSearch, MultiSearch } from './multi-search.ts';
import { INDEX_VERSION, type SearchDocument } from '../../index/search-index.ts';
import { EXTENT_MS } from '../planner-limits.ts';

const SHOWN: (keyof SearchDocument)[] = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
];
const SORTS = { ordered: ['quality_score:desc', 'id:asc'], best: ['quality_score:desc'], any: [] };

/** What the index holds, as far as every search has to know it. */
export interface IndexExtent {
  documents: number;
  /** No document has a greater quality. */
  bestQuality: number;
}

export interface IndexReader {
  /** Several groups of documents in one round trip; `offset` skips the first of a group. */
  fetchGroups(
    requests: (GroupRequest & Pick<IndexSearch, 'offset'>)[],
    signal: AbortSignal,
  ): Promise<GroupAnswer[]>;
  readExtent(signal: AbortSignal): Promise<IndexExtent>;
}

export function createIndexReader(client: MultiSearch, indexUid: string, metrics: Metrics): IndexReader {
  const toIndexSearch = createIndexSearches(indexUid);
  let extent = { at: -EXTENT_MS, documents: 0, bestQuality: 1 };

  const ask: IndexReader['fetchGroups'] = async (requests, signal) => {
    const asked = requests.filter(({ filter }) => filter !== NONE);
    const answers =
      asked.length === 0 ? [] : await client.search<Candidate>(asked.map(toIndexSearch), signal);
    return requests.map((request): GroupAnswer => {
      const answer = answers[asked.indexOf(request)];
      return {
        hits: answer?.hits ?? [],
        total: answer?.estimatedTotalHits ?? 0,
        names: Object.entries(answer?.facetDistribution?.['name'] ?? {}),
      };
    });
  };

  return {
    async fetchGroups(requests, signal) {
      const answers = await ask(requests, signal);
      metrics.searchRounds.inc();
      metrics.searchDocuments.inc(answers.reduce((sum, { hits }) => sum + hits.length, 0));
      metrics.searchNames.inc(answers.reduce((sum, { names }) => sum + names.length, 0));
      return answers;
    },
    async readExtent(signal) {
      if (performance.now() - extent.at > EXTENT_MS) {
        const [all] = await ask([{ filter: ALL, limit: 0, first: 'any' }], signal);
        // An index that is not filled yet may not know what quality is.
        const [best] = all?.total ? await ask([{ filter: ALL, limit: 1, first: 'best' }], signal) : [];
        extent = {
          at: performance.now(),
          documents: all?.total ?? 0,
          bestQuality: best?.hits[0]?.quality_score ?? 1,
        };
      }
      return extent;
    },
  };
}

function createIndexSearches(indexUid: string) {
  const render = createFilterRenderer();
  return ({ first, names, filter, ...one }: GroupRequest, i: number): IndexSearch => ({
    indexUid,
    ...one,
    // One search that an index of another version refuses is enough for all of the round trip.
    filter: i === 0 ? onlyWhereKnown(INDEX_VERSION, render(filter)) : render(filter),
    sort: SORTS[first],
    attributesToRetrieve: SHOWN,
    ...(names ? { facets: ['name'] } : {}),
  });
}
