import type { MeilisearchAccess } from '../index/meilisearch/meilisearch.ts';
import { suggestionIndexOf } from '../index/suggestion-index.ts';
import { createMultiSearch, type IndexSearch } from '../engines/meilisearch/multi-search.ts';
import { PROPOSE_MS } from '../search-limits.ts';
import type { Proposer } from './find-candidates.ts';
import { proposeNames, type SuggestionHit } from './propose-names.ts';
import type { SuggestedType } from './suggest-contract.ts';

/** Returns proposals from Meilisearch, which ranks names without a typo first, then by quality or number of products. */
export function createMeilisearchProposer(access: MeilisearchAccess, indexUid: string): Proposer {
  const client = createMultiSearch(access, PROPOSE_MS);
  const suggestions = suggestionIndexOf(indexUid);

  const searchFor = (type: SuggestedType, q: string, limit: number): IndexSearch => ({
    q,
    matchingStrategy: 'all',
    limit,
    ...(type === 'product'
      ? { indexUid, attributesToRetrieve: ['id', 'name'] }
      : { indexUid: suggestions, filter: `type = ${type}` }),
  });

  return {
    propose(typed, types, wanted, signal) {
      const q = typed.join(' ');
      return proposeNames(
        async (asked) => {
          const searches = asked.map(({ type, limit }) => searchFor(type, q, limit));
          return (await client.search<SuggestionHit>(searches, signal)).flatMap(({ hits }) => hits);
        },
        types,
        wanted,
      );
    },
    close: () => client.close(),
  };
}
