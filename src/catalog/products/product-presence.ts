import { sql, type SQL } from 'drizzle-orm';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { isThere } from '../../facts/state/stored-facts.ts';
import type { MissingField } from './administration/product-filter-contract.ts';

/**
 * A condition on `categories`: not a catch-all for uncategorized products. Like `isCategorized` in
 * field-completeness.ts.
 */
export const isNoBin = sql`categories.code !~ '\\muncategorized\\M'`;

/** A condition on `products p`: it has a barcode. */
export const HAS_BARCODE = sql`exists (select from barcodes b where b.product_id = p.id)`;

/** Returns a condition on products under this name: there is a picture of any kind. */
export function hasPicture(name: 'p' | 'products'): SQL {
  const row = sql.raw(name);
  return sql`(cardinality(${row}.images) > 0 or ${row}.facts ?| array['pictures', 'contributed_pictures'])`;
}

/** Conditions for fields that are not facts of the registry, combine several facts, or are stored as ids. */
const OWN_PRESENCE: Partial<Record<MissingField, SQL>> = {
  image: hasPicture('p'),
  brand: sql`p.brand_id is not null`,
  category: sql`p.category_id in (select id from categories where ${isNoBin})`,
  barcode: HAS_BARCODE,
  msrp: sql`exists (select from msrp_snapshots m where m.product_id = p.id and m.amount > 0)`,
};

/** Returns a condition on `products p`, never null: the product has the field. */
export function presenceOf(field: MissingField): SQL {
  const parts = PART_LIST.filter(({ fact }) => fact.field === field);
  const link = parts.some(({ fact }) => fact.needsOnePart) ? sql` or ` : sql` and `;
  return sql`coalesce(${OWN_PRESENCE[field] ?? sql.join(parts.map(isThere), link)}, false)`;
}
