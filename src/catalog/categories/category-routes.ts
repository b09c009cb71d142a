import type { Db } from '../../platform/db/client.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { buildCategoryTree } from './build-category-tree.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { categoryTreeSchema } from './category-contract.ts';
import { listCountedCategories } from './category-store.ts';

export function categoryRoutes({ db }: { db: Db }): Route[] {
  const readTree = createCachedValue({
    load: async () => ({ items: buildCategoryTree(await listCountedCategories(db)) }),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return [
    route({
      method: 'get',
      path: '/categories',
      operationId: 'getCategoryTree',
      tag: 'Catalogue',
      summary: 'The whole category tree',
      description: 'Counts are at most 5 seconds old.',
      response: categoryTreeSchema,
      handler: readTree,
    }),
  ];
}
