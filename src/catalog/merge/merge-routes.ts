import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { editProduct } from '../products/administration/edit-product.ts';
import {
  mergePreviewSchema,
  mergeSchema,
  unmergePreviewBodySchema,
  unmergePreviewSchema,
} from './merge-contract.ts';
import { mergeProducts, previewMerge } from './merge-products.ts';
import { unmergeProduct, previewUnmerge } from './unmerge-product.ts';
import { adminProductSchema, statusChangeSchema } from '../products/administration/product-admin-contract.ts';

const adminRoute = adminRoutesOf({ tag: 'Products', role: 'editor' });

const params = z.object({
  id: pathId('Id of the product that is archived', '600ee031-e4be-5cc9-ba9b-2d37e2456165'),
});

export function mergeRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/products/{id}/merge-preview', 'previewMerge', {
      summary: 'Preview of merging this product into another one',
      params,
      query: z.object({
        into: z
          .uuid({ error: 'must be the id of a product' })
          .transform((id) => id.toLowerCase())
          .meta({ description: 'The product that stays' }),
      }),
      response: mergePreviewSchema,
      errors: ['not_found', 'validation_failed', 'invalid_state'],
      handler: ({ params: { id }, query }) => previewMerge(db, { loserId: id, winnerId: query.into }),
    }),
    adminRoute('post', '/products/{id}/merge', 'mergeProduct', {
      summary: 'Merges this product into another one, and returns the other one',
      description:
        'The other product keeps its values and gets missing ones, with the barcodes, prices and import records of ' +
        'this one, which stays archived and refers to it.',
      params,
      body: mergeSchema,
      response: adminProductSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: async ({ params: { id }, body, author }) => {
        const { into: winnerId, version: loserVersion, into_version: winnerVersion } = body;
        return await editProduct(db, winnerId, () =>
          mergeProducts(db, { loserId: id, winnerId, loserVersion, winnerVersion, author }),
        );
      },
    }),
    adminRoute('post', '/products/{id}/unmerge/preview', 'previewUnmerge', {
      summary: 'Preview of undoing the merge, for both products',
      params,
      body: unmergePreviewBodySchema,
      response: unmergePreviewSchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ params: { id }, author }) => previewUnmerge(db, { loserId: id, author }),
    }),
    adminRoute('post', '/products/{id}/unmerge', 'unmergeProduct', {
      summary: 'Undoes the merge that archived this product',
      description:
        'Restores both products, each with its barcodes, prices and import records. 409 `invalid_state` where the other ' +
        'product was changed since (`details.changes`), or nothing was recorded of the merge.',
      params,
      body: statusChangeSchema,
      response: adminProductSchema,
      errors: ['not_found', 'version_conflict', 'invalid_state'],
      handler: ({ params: { id }, body: { version }, author }) =>
        editProduct(db, id, () => unmergeProduct(db, { loserId: id, version, author })),
    }),
  ];
}
