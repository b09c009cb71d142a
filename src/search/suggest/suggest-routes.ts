import { route, type Route } from '../../platform/http/route.ts';
import type { Suggest } from './suggest.ts';
import { suggestionsSchema, suggestQuerySchema } from './suggest-contract.ts';
import { SUGGESTIONS_PER_CALL } from '../../access/limits/create-limits.ts';
import { SUGGESTIONS_FRESH_S } from '../search-limits.ts';

export function suggestRoutes({ suggest }: { suggest: Suggest }): Route[] {
  return [
    route({
      method: 'get',
      path: '/suggest',
      operationId: 'suggest',
      tag: 'Search',
      summary: 'Suggest brands, categories and products for a text being typed',
      description:
        'First names that begin with `q`, then names whose words do, then names with one typo; equally near ones by the ' +
        'number of products, or by quality, the types in turn. No type takes more than half of `size`, rounded up, while ' +
        `others match. Has its own limit, ${SUGGESTIONS_PER_CALL} times the calls per minute of the tier, and uses no quota.`,
      query: suggestQuerySchema,
      response: suggestionsSchema,
      maxAgeSeconds: SUGGESTIONS_FRESH_S,
      hasOwnLimit: true,
      handler: async (input) => ({ query: input.query.q, items: await suggest(input.query, input) }),
    }),
  ];
}
