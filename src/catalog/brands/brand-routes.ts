import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { brandPageSchema, brandQuerySchema } from './brand-contract.ts';
import { findBrand, listBrandsById, loadBrandOrder } from './brand-store.ts';
import { createCachedValue } from '../statistics/cached-value.ts';

export function brandRoutes({ db }: { db: Db }) {
  const readBrandOrder = createCachedValue({
    load: () => loadBrandOrder(db),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return [
    route({
      method: 'get',
      path: '/brands',
      operationId: 'listBrands',
      tag: 'Catalogue',
      summary: 'The brands with products in use, by name',
      description: 'An added or renamed brand appears in its place after at most 5 seconds.',
      query: brandQuerySchema,
      response: brandPageSchema,
      handler: async ({ query: { slug, name, page, size } }) => {
        if (slug !== undefined || name !== undefined) {
          const items = await findBrand(db, { slug, name });
          return { items: page === 1 ? items : [], page, size, total: items.length };
        }
        const order = await readBrandOrder();
        const items = await listBrandsById(db, order.slice((page - 1) * size, size));
        return { items, page, size, total: order.total };
      },
    }),
  ];
}
