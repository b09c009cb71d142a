import type { MeilisearchAccess } from '../../index/meilisearch/meilisearch.ts';
import { entityIdOf, suggestionIndexOf, type SuggestionDocument } from '../../index/suggestion-index.ts';
import { foldText } from '../../text/fold-text.ts';
import { createMultiSearch, type IndexSearch } from '../engines/meilisearch/multi-search.ts';
import { MORE_PROPOSALS, PROPOSALS, PROPOSE_MS } from '../search-limits.ts';
import type { Proposal, Proposer } from './find-candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

type Hit = SuggestionDocument | { id: string; name: string };

/** Proposes from Meilisearch, which ranks names without a typo first, then by quality or use. */
export function createMeilisearchProposer(access: MeilisearchAccess, indexUid: string): Proposer {
  const client = createMultiSearch(access, PROPOSE_MS);
  const suggestions = suggestionIndexOf(indexUid);

  const searchFor = (type: SuggestedType, q: string, limit: number): IndexSearch => ({
    q,
    matchingStrategy: 'all',
    sort: [],
    limit,
    ...(type === 'product'
      ? { indexUid, filter: undefined, attributesToRetrieve: ['id', 'name'] }
      : {
          indexUid: suggestions,
          filter: `type = ${type}`,
          attributesToRetrieve: ['id', 'type', 'text', 'weight'],
        }),
  });

  return {
    async propose(typed, types, wanted, signal) {
      const q = typed.join(' ');
      const limitOf = (type: SuggestedType) => (type === 'product' ? Math.max(PROPOSALS, wanted) : wanted);
      const answers = await client.search<Hit>(
        types.map((type) => searchFor(type, q, limitOf(type))),
        signal,
      );
      const found = answers.flatMap(({ hits }) => hits.map(toProposal));
      const products = found.filter(({ type }) => type === 'product');
      const named = keepFirstOfNames(products);
      const others = found.filter(({ type }) => type !== 'product');
      if (products.length < PROPOSALS || named.length >= wanted) return [...named, ...others];
      // Many products have one name.
      const [more] = await client.search<Hit>([searchFor('product', q, MORE_PROPOSALS)], signal);
      return [...keepFirstOfNames(more?.hits.map(toProposal) ?? []), ...others];
    },
    close: () => client.close(),
  };
}

function toProposal(hit: Hit): Proposal {
  return 'name' in hit
    ? { type: 'product', id: hit.id, text: foldText(hit.name), count: 0 }
    : { type: hit.type, id: entityIdOf(hit.id), text: hit.text, count: hit.weight };
}

/** Of each name the first, which the engine ranks best. */
export function keepFirstOfNames(products: readonly Proposal[]): Proposal[] {
  const byName = new Map<string, Proposal>();
  for (const product of products) if (!byName.has(product.text)) byName.set(product.text, product);
  return [...byName.values()];
}
