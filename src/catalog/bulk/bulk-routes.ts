import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { Route } from '../../http/route.ts';
import { adminRoute } from '../../operators/admin-route.ts';
import { bulkChangeSchema, bulkResultSchema } from './bulk-contract.ts';
import { changeProductsInBulk } from './change-products-in-bulk.ts';
import { exportProducts } from '../export/export-products.ts';
import { productFilterSchema } from '../administration/product-admin-contract.ts';

/** What concerns many products: mounted before the routes of one product, whose ids these paths are not. */
export function bulkRoutes({ db }: { db: Db }): Route[] {
  return [
    adminRoute({
      role: 'editor',
      method: 'post',
      path: '/products/bulk',
      operationId: 'changeProductsInBulk',
      tag: 'Products',
      summary: 'One change of up to 500 products, with a result for each',
      description: 'Has no versions: it changes the products as they are. Try it with `dry_run` first.',
      body: bulkChangeSchema,
      response: bulkResultSchema,
      errors: ['validation_failed'],
      handler: ({ body, operator, author }) =>
        changeProductsInBulk(db, body, { operatorId: operator.id, author }),
    }),
    adminRoute({
      role: 'editor',
      method: 'get',
      path: '/products/export.csv',
      operationId: 'exportProducts',
      tag: 'Products',
      summary: 'The products of a filter as CSV, at most 50,000',
      query: productFilterSchema,
      contentType: 'text/csv; charset=utf-8',
      response: z.string().meta({ description: 'A line of names, then one for each product, by id' }),
      handler: ({ query, author }) => exportProducts(db, query, author),
    }),
  ];
}
