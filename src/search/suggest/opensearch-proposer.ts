import { createOpenSearch, type OpenSearchAccess } from '../../index/opensearch/opensearch.ts';
import { entityIdOf, suggestionIndexOf, type SuggestionDocument } from '../../index/suggestion-index.ts';
import { foldText } from '../../text/fold-text.ts';
import { MORE_PROPOSALS, PROPOSALS, PROPOSE_MS, TYPO_LETTERS } from '../search-limits.ts';
import type { Proposal, Proposer } from './find-candidates.ts';
import { keepFirstOfNames } from './meilisearch-proposer.ts';
import type { SuggestedType } from './suggest-contract.ts';

interface Answer {
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { hits?: { _source: SuggestionDocument | { id: string; name: string } }[] };
}

/** How a search takes the typed words. */
type Reading = 'as typed' | 'with a typo';

/** Proposes from OpenSearch: names that hold the words as typed, and with typos where these are too few. */
export function createOpenSearchProposer(access: OpenSearchAccess, alias: string): Proposer {
  // The next node has the rest of the time.
  const client = createOpenSearch(access, PROPOSE_MS, 1);
  const suggestions = suggestionIndexOf(alias);

  async function search(bodies: object[], signal: AbortSignal): Promise<Proposal[]> {
    signal.throwIfAborted();
    const request = client.transport.request({
      method: 'POST',
      path: '/_msearch',
      bulkBody: bodies.map((body) => `${JSON.stringify(body)}\n`).join(''),
    });
    // A listener must not return the promise.
    const giveUp = () => {
      request.abort();
    };
    signal.addEventListener('abort', giveUp);
    try {
      const { responses } = (await request).body as { responses: Answer[] };
      return responses.flatMap(readHits);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
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

  async function find(
    typed: readonly string[],
    types: readonly SuggestedType[],
    wanted: number,
    reading: Reading,
    signal: AbortSignal,
  ): Promise<Proposal[]> {
    const sizeOf = (type: SuggestedType) => (type === 'product' ? Math.max(PROPOSALS, wanted) : wanted);
    const found = await search(
      types.flatMap((type) => searchFor(type, typed, reading, sizeOf(type))),
      signal,
    );
    const products = found.filter(({ type }) => type === 'product');
    const named = keepFirstOfNames(products);
    const others = found.filter(({ type }) => type !== 'product');
    if (products.length < PROPOSALS || named.length >= wanted) return [...named, ...others];
    // Many products have one name.
    const more = await search(searchFor('product', typed, reading, MORE_PROPOSALS), signal);
    return [...keepFirstOfNames(more), ...others];
  }

  return {
    async propose(typed, types, wanted, signal) {
      const asTyped = await find(typed, types, wanted, 'as typed', signal);
      if (asTyped.length >= wanted || typed.every((word) => word.length < TYPO_LETTERS)) return asTyped;
      return keepFirstOfIds([...asTyped, ...(await find(typed, types, wanted, 'with a typo', signal))]);
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

/** Names that begin with the text come first, then those of the most products. */
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

function readHits({ timed_out: isLate, _shards: shards, hits }: Answer): Proposal[] {
  if (isLate !== false || shards?.failed !== 0 || !Array.isArray(hits?.hits))
    throw new Error(`OpenSearch answered in part: late ${isLate}, failed shards ${shards?.failed}`);
  return hits.hits.map(({ _source: hit }) =>
    'name' in hit
      ? { type: 'product', id: hit.id, text: foldText(hit.name), count: 0 }
      : { type: hit.type, id: entityIdOf(hit.id), text: hit.text, count: hit.weight },
  );
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
