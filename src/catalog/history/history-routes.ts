import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { editProduct, requireProduct } from '../products/administration/edit-product.ts';
import { adminProductSchema } from '../products/administration/product-admin-contract.ts';
import { historyPageSchema, revertPreviewSchema, revertSchema } from './history-contract.ts';
import { listProductHistory } from './history-store.ts';
import { revertProduct, previewRevert } from './revert-product.ts';

const params = z.object({ id: pathId('Id of the product', '600ee031-e4be-5cc9-ba9b-2d37e2456165') });
const adminRoute = adminRoutesOf({ tag: 'Products' });

/** The routes for the history of a product and for reverting changes. */
export function historyRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/products/{id}/history', 'listProductHistory', {
      role: 'reviewer',
      summary: 'Every change of a product by operators and reviews, newest first; also of a deleted product',
      description: 'Imports have no rows here: their present facts are in `provenance` of the product.',
      params,
      query: z.object(pagingQuery),
      response: historyPageSchema,
      errors: ['not_found'],
      handler: async ({ params: { id }, query }) => {
        const history = await listProductHistory(db, id, query);
        if (history.total === 0) await requireProduct(db, id);
        return { ...history, ...query };
      },
    }),
    adminRoute('post', '/products/{id}/revert/preview', 'previewRevert', {
      role: 'editor',
      summary: 'Preview of a revert, value by value',
      params,
      body: revertSchema,
      response: revertPreviewSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: ({ params: { id }, body, operator, author }) =>
        previewRevert(db, id, body, { operatorId: operator.id, author }),
    }),
    adminRoute('post', '/products/{id}/revert', 'revertProduct', {
      role: 'editor',
      summary: 'Restores the values of fields before a row of the history',
      description:
        'The operator becomes their supplier. Amounts and their basis go together, and so do the parts of a field. Status, ' +
        'barcodes and prices are restored by their own endpoints.',
      params,
      body: revertSchema,
      response: adminProductSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: ({ params: { id }, body, operator, author }) =>
        editProduct(db, id, () =>
          retryTransaction(db, (tx) => revertProduct(tx, id, body, { operatorId: operator.id, author })),
        ),
    }),
  ];
}
