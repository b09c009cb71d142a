import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import {
  productFilterSchema,
  type ProductFilter,
} from '../../catalog/products/administration/product-admin-contract.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { formatCsv } from './format-csv.ts';
import { missFilterSchema, missSchema } from '../../catalog/misses/miss-contract.ts';
import { listMisses } from '../../catalog/misses/miss-store.ts';
import { EXPORT_COLUMNS, listExportRows } from './product-export-store.ts';
import { buildFilterCondition, countProducts } from '../../search/product-list/product-list-store.ts';

const adminRoute = adminRoutesOf({ role: 'editor' });

export function exportRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/products/export.csv', 'exportProducts', {
      tag: 'Products',
      summary: 'The products of a filter as CSV, at most 50,000',
      query: productFilterSchema,
      contentType: 'text/csv; charset=utf-8',
      response: z.string().meta({ description: 'A header line, then one line for each product, by id' }),
      handler: ({ query, author }) => exportProducts(db, query, author),
    }),
    adminRoute('get', '/misses/export.csv', 'exportMisses', {
      tag: 'Misses',
      summary: 'The texts and barcodes for which callers found no product as CSV, at most 50,000',
      query: missFilterSchema,
      contentType: 'text/csv; charset=utf-8',
      response: z
        .string()
        .meta({ description: 'A header line, then one line for each, the most frequent first' }),
      handler: async ({ query }) => {
        const { items } = await listMisses(db, query, { limit: MAX_EXPORT_ROWS, offset: 0 });
        return Readable.from([formatCsv([MISS_COLUMNS]), formatCsv(items, MISS_COLUMNS)]);
      },
    }),
  ];
}

const MISS_COLUMNS = Object.keys(missSchema.shape);
const MAX_EXPORT_ROWS = 50_000;
const ROWS_PER_READ = 1_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the products of a filter as CSV, which is read in thousands while it is sent. A value that a spreadsheet would
 * interpret as a formula gets an apostrophe before it. The audit log gets its entry before the export starts.
 * @throws ApiError `invalid_parameter` when the filter matches more products than can be exported at once
 */
export async function exportProducts(db: Db, filter: ProductFilter, author: Author): Promise<Readable> {
  const condition = await buildFilterCondition(db, filter);
  const total = await countProducts(db, condition);
  if (total > MAX_EXPORT_ROWS) {
    throw new ApiError(
      'invalid_parameter',
      `These are ${total} products; at most ${MAX_EXPORT_ROWS} are exported at once. Narrow the filter.`,
      { details: { parameter: 'q', total, limit: MAX_EXPORT_ROWS } },
    );
  }
  await saveAuditEntry(db, author, {
    action: 'products.exported',
    entity: 'product',
    after: { filter, total },
  });
  async function* lines(): AsyncGenerator<string> {
    yield formatCsv([EXPORT_COLUMNS]);
    let after = LOWEST_ID;
    for (let sent = 0; sent < MAX_EXPORT_ROWS; sent += ROWS_PER_READ) {
      const rows = await listExportRows(db, condition, after, ROWS_PER_READ);
      const last = rows.at(-1);
      if (!last) return;
      yield formatCsv(rows, EXPORT_COLUMNS);
      after = last.id;
    }
  }
  return Readable.from(lines());
}
