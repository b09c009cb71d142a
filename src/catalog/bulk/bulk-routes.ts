import type { Db } from '../../platform/db/client.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { bulkChangeSchema, bulkResultSchema } from './bulk-contract.ts';
import { changeProductsInBulk } from './change-products-in-bulk.ts';

export function bulkRoutes({ db }: { db: Db }) {
  return [
    adminRoute('post', '/products/bulk', 'changeProductsInBulk', {
      role: 'editor',
      tag: 'Products',
      summary: 'The same change of up to 500 products, with a result for each',
      description: 'Does not check versions: it changes the present products. Try it with `dry_run` first.',
      body: bulkChangeSchema,
      response: bulkResultSchema,
      errors: ['validation_failed'],
      handler: ({ body, operator, author }) =>
        changeProductsInBulk(db, body, { operatorId: operator.id, author }),
    }),
  ];
}
