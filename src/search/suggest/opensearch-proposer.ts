import { createOpenSearch, type OpenSearchAccess } from '../index/opensearch/opensearch.ts';
import { suggestionIndexOf } from '../index/suggestion-index.ts';
import { readHits, sendRequest, type SearchAnswer } from '../engines/opensearch/search-request.ts';
import { PROPOSE_MS, TYPO_LETTERS } from '../search-limits.ts';
import type { Proposal, Proposer } from './find-candidates.ts';
import { proposeNames, type SuggestionHit } from './propose-names.ts';
import type { SuggestedType } from './suggest-contract.ts';

/** How a search reads the typed words. */
type Reading = 'as typed' | 'with a typo';

/** Returns proposals from OpenSearch: names with the words as typed, and with typos where these are too few. */
export function createOpenSearchProposer(access: OpenSearchAccess, alias: string): Proposer {
  // One retry, on the next node, with the rest of the time.
  const client = createOpenSearch(access, PROPOSE_MS, 1);
  const suggestions = suggestionIndexOf(alias);

  async function search(bodies: object[], signal: AbortSignal): Promise<SuggestionHit[]> {
    const bulkBody = bodies.map((body) => `${JSON.stringify(body)}\n`).join('');
    const answer = await sendRequest(client, { method: 'POST', path: '/_msearch', bulkBody }, signal);
    return (answer as { responses: SearchAnswer<SuggestionHit>[] }).responses.flatMap(readHits);
  }

  const searchFor = (type: SuggestedType, typed: readonly string[], reading: Reading, size: number) => [
    { index: type === 'product' ? alias : suggestions, allow_partial_search_results: false },
    {
      ...(type === 'product' ? productQuery(typed, reading) : suggestionQuery(type, typed, reading)),
      size,
      track_total_hits: false,
      timeout: `${PROPOSE_MS}ms`,
    },
  ];

  return {
    async propose(typed, types, wanted, signal) {
      const find = (reading: Reading): Promise<Proposal[]> =>
        proposeNames(
          (asked) =>
            search(
              asked.flatMap(({ type, limit }) => searchFor(type, typed, reading, limit)),
              signal,
            ),
          types,
          wanted,
        );
      const asTyped = await find('as typed');
      if (asTyped.length >= wanted || typed.every((word) => word.length < TYPO_LETTERS)) return asTyped;
      return keepFirstOfIds([...asTyped, ...(await find('with a typo'))]);
    },
    close: () => void client.close().catch(() => undefined),
  };
}

function productQuery(typed: readonly string[], reading: Reading): object {
  return {
    query: { bool: { filter: typed.map((word) => wordQuery('suggest_name', word, reading)) } },
    sort: [{ quality_score: 'desc' }, { id: 'asc' }],
    _source: ['id', 'name'],
  };
}

/** Returns the query: names that begin with the text come first, then names with the most products. */
function suggestionQuery(type: SuggestedType, typed: readonly string[], reading: Reading): object {
  return {
    query: {
      bool: {
        filter: [{ term: { type } }, ...typed.map((word) => wordQuery('text', word, reading))],
        should: [{ constant_score: { filter: { prefix: { 'text.beginning': typed.join(' ') } } } }],
      },
    },
    sort: [{ _score: 'desc' }, { weight: 'desc' }, { id: 'asc' }],
    _source: ['id', 'type', 'text', 'weight'],
  };
}

function wordQuery(field: string, word: string, reading: Reading): object {
  const beginning = { prefix: { [field]: word } };
  if (reading === 'as typed' || word.length < TYPO_LETTERS) return beginning;
  return { bool: { should: [beginning, { fuzzy: { [field]: { value: word, fuzziness: 1 } } }] } };
}

function keepFirstOfIds(proposals: readonly Proposal[]): Proposal[] {
  const known = new Set<string>();
  return proposals.filter(({ type, id }) => {
    const key = `${type} ${id}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
