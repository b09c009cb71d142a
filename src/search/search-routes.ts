import { route, type Route } from '../http/route.ts';
import { DEEPEST_RESULT, searchPageSchema, searchQuerySchema } from './search-contract.ts';
import type { SearchProducts } from './search-products.ts';

export function searchRoutes(deps: { searchProducts: SearchProducts }): Route[] {
  return [
    route({
      method: 'get',
      path: '/products/search',
      operationId: 'searchProducts',
      tag: 'Search',
      summary: 'Search products by name or barcode',
      description:
        'Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it, or when ' +
        'the word similarity of `q` and the name is at least 0.42. Ordered by similarity × (0.5 + quality_score). ' +
        `With \`q\`, page × size is at most ${DEEPEST_RESULT}; without it every page can be read.`,
      query: searchQuerySchema,
      response: searchPageSchema,
      handler: ({ query, signal, caller, address }) =>
        deps.searchProducts(query, signal, caller?.kind === 'key' ? caller.accountId : address),
    }),
  ];
}
