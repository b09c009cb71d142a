import { route, type Route } from '../../http/route.ts';
import type { Suggest } from './suggest.ts';
import { suggestionsSchema, suggestQuerySchema } from './suggest-contract.ts';
import { SUGGESTIONS_PER_CALL } from '../../limits/create-limits.ts';
import { SUGGESTIONS_FRESH_S } from '../search-limits.ts';

export function suggestRoutes({ suggest }: { suggest: Suggest }): Route[] {
  return [
    route({
      method: 'get',
      path: '/suggest',
      operationId: 'suggest',
      tag: 'Search',
      summary: 'Brands, categories and products for what is being typed',
      description:
        'First what begins with `q`, then what has words that do, then what has them but for one typo; of these by the ' +
        'number of products, or by quality, the types in turn. No type takes more than half of `size`, rounded up, as long as ' +
        `others match. Counts for a limit of its own, ${SUGGESTIONS_PER_CALL} times the calls per minute of the tier, and uses no quota.`,
      query: suggestQuerySchema,
      response: suggestionsSchema,
      maxAgeSeconds: SUGGESTIONS_FRESH_S,
      hasOwnLimit: true,
      handler: async (input) => ({ query: input.query.q, items: await suggest(input.query, input) }),
    }),
  ];
}
