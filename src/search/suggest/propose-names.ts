import { entityIdOf, type SuggestionDocument } from '../index/suggestion-index.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { MORE_PROPOSALS, PROPOSALS } from '../search-limits.ts';
import type { Proposal } from './find-candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

/** A hit of the index of suggestions or of products. */
export type SuggestionHit = SuggestionDocument | { id: string; name: string };

/** Searches for up to `limit` names of each type in one request. */
type SearchNames = (wanted: readonly { type: SuggestedType; limit: number }[]) => Promise<SuggestionHit[]>;

/** Returns `wanted` different names of each type. Asks again for products if many share a name. */
export async function proposeNames(
  search: SearchNames,
  types: readonly SuggestedType[],
  wanted: number,
): Promise<Proposal[]> {
  const limitOf = (type: SuggestedType) => (type === 'product' ? Math.max(PROPOSALS, wanted) : wanted);
  const found = (await search(types.map((type) => ({ type, limit: limitOf(type) })))).map(toProposal);
  const products = found.filter(({ type }) => type === 'product');
  const named = keepFirstOfNames(products);
  const others = found.filter(({ type }) => type !== 'product');
  if (products.length < PROPOSALS || named.length >= wanted) return [...named, ...others];
  const more = await search([{ type: 'product', limit: MORE_PROPOSALS }]);
  return [...keepFirstOfNames(more.map(toProposal)), ...others];
}

function toProposal(hit: SuggestionHit): Proposal {
  return 'name' in hit
    ? { type: 'product', id: hit.id, text: foldText(hit.name), count: 0 }
    : { type: hit.type, id: entityIdOf(hit.id), text: hit.text, count: hit.weight };
}

/** Returns the first product of each name, which the engine ranks best. */
function keepFirstOfNames(products: readonly Proposal[]): Proposal[] {
  const byName = new Map<string, Proposal>();
  for (const product of products) if (!byName.has(product.text)) byName.set(product.text, product);
  return [...byName.values()];
}
