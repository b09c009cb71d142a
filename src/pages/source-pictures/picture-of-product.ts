import { sql } from 'drizzle-orm';
import { readImageAddress } from '../../catalog/pictures/open-facts-images.ts';
import type { Db } from '../../platform/db/client.ts';
import { escapeLike } from '../../platform/text/like-pattern.ts';

const GTIN14_DIGITS = 14;

/**
 * Returns whether a product has the picture, in any size, so that strangers cannot make the service fetch others.
 * Products not in use count, because operators see them too.
 */
export async function isPictureOfProduct(db: Db, address: string): Promise<boolean> {
  const image = readImageAddress(address);
  if (!image) return false;
  const inAnySize = `${escapeLike(address.replace(/\w+\.jpg$/, ''))}%`;
  const { rows } = await db.execute(sql`
    select from barcodes b join products p on p.id = b.product_id
    where b.gtin14 = ${image.code.replace(/^0+/, '').padStart(GTIN14_DIGITS, '0')}
      and exists (select from jsonb_array_elements(p.facts->'pictures') picture where picture->>'url' like ${inAnySize})
    limit 1`);
  return rows.length > 0;
}
