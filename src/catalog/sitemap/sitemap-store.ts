import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { prepareStatement, toIso } from '../../platform/db/prepare-statement.ts';
import { barcodes, products } from '../../platform/db/schema/catalogue.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { productInUse } from '../products/product-store.ts';

/** A product with a page under its barcode. */
export interface ListedProduct {
  id: string;
  gtin: string;
  updatedAt: string;
}

/** A range of product ids: after `after`, up to and including `last`; undefined: to the end. */
interface ProductSpan {
  after: string;
  last: string | undefined;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const idBehind = prepareStatement<{ id: string }>(
  'find_sitemap_bound',
  sql`
    select ${barcodes.productId} as id from ${barcodes}
    where ${barcodes.isPrimary} and ${barcodes.productId} > ${sql.placeholder('after')}::uuid
    order by ${barcodes.productId} offset ${sql.placeholder('steps')}::int limit 1`,
);

/**
 * Returns ranges of `size` products with a primary barcode; at least one range. Each is read from an index alone, so that no
 * statement is slow in a large catalogue.
 */
export async function listSpans(db: Db, size: number): Promise<ProductSpan[]> {
  const spans: ProductSpan[] = [];
  let after = BEFORE_ALL;
  for (;;) {
    const [bound] = await idBehind(db, { after, steps: size - 1 });
    spans.push({ after, last: bound?.id });
    if (!bound) return spans;
    after = bound.id;
  }
}

const listed = prepareStatement<{ id: string; gtin14: string; updated_at: string }>(
  'list_sitemap',
  sql`
    select ${products.id} as id, ${barcodes.gtin14} as gtin14, ${products.updatedAt} as updated_at
    from ${barcodes} join ${products} on ${products.id} = ${barcodes.productId}
    where ${barcodes.isPrimary} and ${barcodes.productId} > ${sql.placeholder('after')}::uuid
      and ${barcodes.productId} <= ${sql.placeholder('last')}::uuid and ${productInUse}
    order by ${barcodes.productId} limit ${sql.placeholder('most')}::int`,
);

/** Returns the products in use of a range, at most `most`. */
export async function listProductsOf(
  db: Db,
  { after, last = 'ffffffff-ffff-ffff-ffff-ffffffffffff' }: ProductSpan,
  most: number,
): Promise<ListedProduct[]> {
  const rows = await listed(db, { after, last, most });
  return rows.map(({ id, gtin14, updated_at }) => ({
    id,
    gtin: displayGtin(gtin14),
    updatedAt: toIso(updated_at),
  }));
}
