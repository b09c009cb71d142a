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
export const HAS_BARCODE = sql`EXISTS (SELECT FROM barcodes b WHERE b.product_id = p.id)`;

/** Returns a condition on products under this name: there is a picture of any kind. */
export function hasPicture(name: 'p' | 'products'): SQL {
  const row = sql.raw(name);
  return sql`(cardinality(${row}.images) > 0 OR ${row}.facts ?| ARRAY['pictures', 'contributed_pictures'])`;
}

/** Conditions for fields that are not facts of the registry, combine several facts, or are stored as ids. */
const OWN_PRESENCE: Partial<Record<MissingField, SQL>> = {
  image: hasPicture('p'),
  brand: sql`p.brand_id IS NOT NULL`,
  category: sql`p.category_id IN (SELECT id FROM categories WHERE ${isNoBin})`,
  barcode: HAS_BARCODE,
  msrp: sql`EXISTS (SELECT FROM msrp_snapshots m WHERE m.product_id = p.id AND m.amount > 0)`,
};

/** Returns a condition on `products p`, never null: the product has the field. */
export function presenceOf(field: MissingField): SQL {
  const parts = PART_LIST.filter(({ fact }) => fact.field === field);
  const link = parts.some(({ fact }) => fact.needsOnePart) ? sql` OR ` : sql` AND `;
  return sql`coalesce(${OWN_PRESENCE[field] ?? sql.join(parts.map(isThere), link)}, false)`;
}
