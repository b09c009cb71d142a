import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { pagingQuery } from '../../http/paging.ts';
import { route, type Route } from '../../http/route.ts';
import { brandPageSchema } from './brand-contract.ts';
import { listBrandsById, loadBrandOrder } from './brand-store.ts';
import { createCachedValue } from '../statistics/cached-value.ts';

export function brandRoutes({ db }: { db: Db }): Route[] {
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
      summary: 'The brands that have products in use, by name',
      description: 'A brand that was added or renamed stands in its place after at most 5 seconds.',
      query: z.object(pagingQuery),
      response: brandPageSchema,
      handler: async ({ query: { page, size } }) => {
        const order = await readBrandOrder();
        const items = await listBrandsById(db, order.slice((page - 1) * size, size));
        return { items, page, size, total: order.total };
      },
    }),
  ];
}
