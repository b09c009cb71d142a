import type { Db } from '../../platform/db/client.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { suggestFacts } from './suggest-facts.ts';
import { suggestionQuerySchema, suggestionsSchema } from './suggestion-contract.ts';

/** Suggestions that the console shows while an operator decides a submission or edits a product. */
export function suggestionRoutes({ db }: { db: Db }) {
  return [
    adminRoute('post', '/suggestions', 'suggestFacts', {
      role: 'reviewer',
      tag: 'Review',
      summary: 'Suggested corrections: category, proper writing, slips of unit, amount, country and energy',
      description: 'Nothing is written. The category comes from the products with the nearest names.',
      body: suggestionQuerySchema,
      response: suggestionsSchema,
      handler: async ({ body }) => ({ suggestions: await suggestFacts(db, body) }),
    }),
  ];
}
