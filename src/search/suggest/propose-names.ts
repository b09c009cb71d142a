import { entityIdOf, type SuggestionDocument } from '../../index/suggestion-index.ts';
import { foldText } from '../../text/fold-text.ts';
import { MORE_PROPOSALS, PROPOSALS } from '../search-limits.ts';
import type { Proposal } from './find-candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

/** What an index of suggestions or of products gives back. */
export type SuggestionHit = SuggestionDocument | { id: string; name: string };

/** Searches for so many names of each type, in one request. */
type SearchNames = (wanted: readonly { type: SuggestedType; limit: number }[]) => Promise<SuggestionHit[]>;

/** Asks an engine for `wanted` different names of each type, and once more for products where many have one name. */
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

/** Of each name the first, which the engine ranks best. */
function keepFirstOfNames(products: readonly Proposal[]): Proposal[] {
  const byName = new Map<string, Proposal>();
  for (const product of products) if (!byName.has(product.text)) byName.set(product.text, product);
  return [...byName.values()];
}
