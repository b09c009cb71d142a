import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import type { Route } from '../../platform/http/route.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { productFilterSchema } from '../../catalog/administration/product-admin-contract.ts';
import { exportProducts } from './export-products.ts';

export function exportRoutes({ db }: { db: Db }): Route[] {
  return [
    adminRoute({
      role: 'editor',
      method: 'get',
      path: '/products/export.csv',
      operationId: 'exportProducts',
      tag: 'Products',
      summary: 'The products of a filter as CSV, at most 50,000',
      query: productFilterSchema,
      contentType: 'text/csv; charset=utf-8',
      response: z.string().meta({ description: 'A header line, then one line for each product, by id' }),
      handler: ({ query, author }) => exportProducts(db, query, author),
    }),
  ];
}
