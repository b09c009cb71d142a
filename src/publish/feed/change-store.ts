import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';

/** A product’s last change, without the product. */
export interface FeedEntry {
  position: number;
  productId: string;
  /** Whether the product was not public when the position was given. */
  isGone: boolean;
  /** The primary barcode when the product was last public, padded to 14 digits. */
  gtin14: string | null;
}

/** A page of the feed from one snapshot. */
interface FeedPage {
  epoch: string;
  head: number;
  /** Tombstones up to this position may have been deleted. */
  forgottenTo: number;
  /** In the order of their positions. */
  entries: FeedEntry[];
}

interface FeedRow extends Omit<FeedPage, 'entries'> {
  entries: [position: number, productId: string, isGone: boolean, gtin14: string | null][];
}

const feedPage = prepareStatement<FeedRow>(
  'read_change_feed',
  sql`
    select change_feed_epoch() as "epoch", f.head::float8 as "head", f.purged_to::float8 as "forgottenTo",
      coalesce((select json_agg(json_build_array(c.position, c.product_id, c.is_gone, c.gtin14) order by c.position) from (
        select position, product_id, is_gone, gtin14 from product_changes
        where position > ${sql.placeholder('after')} order by position limit ${sql.placeholder('limit')}) c), '[]') as "entries"
    from change_feed f`,
);

/** Returns up to `limit` changes after a position, and the state of the feed. */
export async function readFeedPage(db: Db | Tx, after: number, limit: number): Promise<FeedPage> {
  const [row] = await feedPage(db, { after, limit });
  if (!row) throw new Error('the change feed has no row');
  const entries = row.entries.map(([position, productId, isGone, gtin14]) => ({
    position,
    productId,
    isGone,
    gtin14,
  }));
  return { ...row, entries };
}

/** Returns the version of products that exist but are not public, and the product into which they were merged. */
export async function listGoneProducts(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, { version: number; mergedInto: string | null }>> {
  const rows = ids.length === 0 ? [] : await goneProducts(db, { ids });
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}

const goneProducts = prepareStatement<{ id: string; version: number; mergedInto: string | null }>(
  'list_gone_products',
  sql`select id, version, merged_into_id as "mergedInto" from products where id = ${anyOf('ids')}`,
);
