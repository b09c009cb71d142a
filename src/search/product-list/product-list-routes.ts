import {
  productListQuerySchema,
  productListSchema,
} from '../../catalog/products/administration/product-admin-contract.ts';
import type { Db } from '../../platform/db/client.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import type { SearchProducts } from '../search-products.ts';
import { listProducts, listProductsById } from './product-list-store.ts';

interface ProductListDependencies {
  db: Db;
  searchProducts: SearchProducts;
}

export function productListRoutes({ db, searchProducts }: ProductListDependencies) {
  return [
    adminRoute('get', '/products', 'listProducts', {
      role: 'reviewer',
      tag: 'Products',
      summary: 'Products of any status, by filters',
      query: productListQuerySchema,
      response: productListSchema,
      handler: async ({ query, signal }) => {
        const { page, size, view, sort, ...filter } = query;
        if (view === 'public') {
          const found = await searchProducts({ ...filter, page, size }, signal);
          const items = await listProductsById(
            db,
            found.items.map(({ id }) => id),
          );
          const scoreById = new Map(found.items.map(({ id, score }) => [id, score]));
          return {
            items: items.map((item) => ({ ...item, score: scoreById.get(item.id) ?? null })),
            page,
            size,
            total: found.total,
          };
        }
        const order = sort ?? (filter.q.trim() ? 'relevance' : '-updated');
        return { ...(await listProducts(db, filter, { sort: order, page, size })), page, size };
      },
    }),
  ];
}
