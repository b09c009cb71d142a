import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import type { AskUpstream } from '../barcodes/find-by-codes.ts';
import { readGtin } from '../barcodes/read-code.ts';
import { findProductByBarcode } from '../products/product-store.ts';
import {
  askedMissSchema,
  askedParamsSchema,
  MISSES_KEPT_DAYS,
  missListQuerySchema,
  missPageSchema,
  missParamsSchema,
} from './miss-contract.ts';
import { deleteMiss, ignoreMiss, listMisses } from './miss-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Misses', role: 'editor' });

export function missAdminRoutes({ db, askUpstream }: { db: Db; askUpstream?: AskUpstream | undefined }) {
  return [
    adminRoute('get', '/misses', 'listMisses', {
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
    adminRoute('delete', '/misses/{kind}/{value}', 'removeMiss', {
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
    adminRoute('post', '/misses/{kind}/{value}/ignore', 'ignoreMiss', {
      summary: `Leave a text or barcode out of the list for ${MISSES_KEPT_DAYS} days`,
      description: 'The audit log says that it is ignored, not what it is.',
      params: missParamsSchema,
      response: missParamsSchema,
      handler: ({ author, params }) =>
        retryTransaction(db, async (tx) => {
          await ignoreMiss(tx, params.kind, params.value);
          await saveAuditEntry(tx, author, {
            action: 'miss.ignored',
            entity: 'miss',
            after: { kind: params.kind },
          });
          return params;
        }),
    }),
    adminRoute('post', '/misses/barcode/{gtin}/ask', 'askUpstreamForMiss', {
      summary: 'Ask the upstream for a barcode, also if it was asked for lately',
      params: askedParamsSchema,
      response: askedMissSchema,
      errors: ['invalid_gtin', 'invalid_state'],
      handler: async ({ params }) => {
        const { gtin14 } = readGtin(params.gtin);
        if (!askUpstream)
          throw new ApiError('invalid_state', 'No upstream is asked: LOOKUP_UPSTREAM is not set.');
        const outcome = await askUpstream(gtin14, { again: true });
        return { outcome, product_id: (await findProductByBarcode(db, gtin14))?.id ?? null };
      },
    }),
  ];
}
