import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { missListQuerySchema, missPageSchema, missParamsSchema } from './miss-contract.ts';
import { deleteMiss, listMisses } from './miss-store.ts';

const common = { tag: 'Misses', role: 'editor' } as const;

export function missAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute({
      ...common,
      method: 'get',
      path: '/misses',
      operationId: 'listMisses',
      summary: 'Texts and barcodes for which callers found no product, the most frequent first',
      description:
        'Texts without a result or whose best product has a `score` below 0.5, and barcodes that no product has.',
      query: missListQuerySchema,
      response: missPageSchema,
      handler: async ({ query }) => {
        const { page, size } = query;
        return { ...(await listMisses(db, query, { limit: size, offset: (page - 1) * size })), page, size };
      },
    }),
    adminRoute({
      ...common,
      method: 'delete',
      path: '/misses/{kind}/{value}',
      operationId: 'removeMiss',
      summary: 'Remove a text or barcode from the list, until it is asked for again',
      description: 'The audit log says that it was removed, not what it was.',
      params: missParamsSchema,
      response: missParamsSchema,
      errors: ['not_found'],
      handler: ({ author, params }) =>
        retryTransaction(db, async (tx) => {
          const days = await deleteMiss(tx, params.kind, params.value);
          if (days === 0) throw new ApiError('not_found', 'No caller looked this up in the last 90 days.');
          await saveAuditEntry(tx, author, { action: 'miss.removed', before: { kind: params.kind, days } });
          return params;
        }),
    }),
  ];
}
