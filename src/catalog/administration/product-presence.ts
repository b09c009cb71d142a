import { sql, type SQL } from 'drizzle-orm';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { isThere } from '../../facts/state/stored-facts.ts';
import type { MissingField } from './product-filter-contract.ts';

/** A condition on `categories`: it is no bin. As the quality score has it (`isCategorized` in field-completeness.ts). */
export const isNoBin = sql`categories.code !~ '\\muncategorized\\M'`;

/** A condition on `products p`. */
export const HAS_BARCODE = sql`EXISTS (SELECT FROM barcodes b WHERE b.product_id = p.id)`;

/** What is no fact of the registry, or is kept as an id. */
const OWN_PRESENCE: Partial<Record<MissingField, SQL>> = {
  brand: sql`p.brand_id IS NOT NULL`,
  category: sql`p.category_id IN (SELECT id FROM categories WHERE ${isNoBin})`,
  barcode: HAS_BARCODE,
  msrp: sql`EXISTS (SELECT FROM msrp_snapshots m WHERE m.product_id = p.id AND m.amount > 0)`,
};

/** A condition on `products p`, never null: it has the field. */
export function presenceOf(field: MissingField): SQL {
  const parts = PART_LIST.filter(({ fact }) => fact.field === field);
  const link = parts.some(({ fact }) => fact.needsOnePart) ? sql` OR ` : sql` AND `;
  return sql`coalesce(${OWN_PRESENCE[field] ?? sql.join(parts.map(isThere), link)}, false)`;
}
