import { route, type Route } from '../http/route.ts';
import { searchPageSchema, searchQuerySchema } from './search-contract.ts';
import type { SearchProducts } from './search-products.ts';
import { DEEPEST_RESULT, QUALITY_BASE, SIMILARITY_THRESHOLD } from './search-limits.ts';

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
        `the word similarity of \`q\` and the name is at least ${SIMILARITY_THRESHOLD}. Ordered by similarity × ` +
        `(${QUALITY_BASE} + quality_score). ` +
        `With \`q\`, page × size is at most ${DEEPEST_RESULT}; without it every page can be read.`,
      query: searchQuerySchema,
      response: searchPageSchema,
      handler: ({ query, signal, caller, address }) =>
        deps.searchProducts(query, signal, caller?.kind === 'key' ? caller.accountId : address),
    }),
  ];
}
