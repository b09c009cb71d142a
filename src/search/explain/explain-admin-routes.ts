import type { Db } from '../../platform/db/client.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { explainedPageSchema, searchQuerySchema } from '../search-contract.ts';
import type { SearchProducts } from '../search-products.ts';
import { explainItems } from './explain-items.ts';

const query = searchQuerySchema.pick({
  q: true,
  category: true,
  brand: true,
  country: true,
  page: true,
  size: true,
});

/** The public search with explanations for operators, who need no key and have no limits. */
export function explainAdminRoutes({ db, searchProducts }: { db: Db; searchProducts: SearchProducts }) {
  return [
    adminRoute('get', '/search/explain', 'explainSearch', {
      role: 'reviewer',
      tag: 'Products',
      summary: 'A page of the public search, with an explanation of each product’s position',
      query,
      response: explainedPageSchema,
      handler: async ({ query: asked, signal }) => {
        const { explanation, items, ...page } = await searchProducts({ ...asked, explain: true }, signal);
        if (!explanation) throw new Error('the search returned no explanation');
        const names = items.map(({ name }) => name);
        const explained = await explainItems(db, explanation, items, names);
        return {
          ...page,
          items: explained.map(({ item, explanation: why }) => ({
            ...item,
            name_lang: null,
            explanation: why,
          })),
          explanation,
        };
      },
    }),
  ];
}
