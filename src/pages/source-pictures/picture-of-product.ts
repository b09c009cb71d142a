import { sql } from 'drizzle-orm';
import { readImageAddress } from '../../catalog/pictures/open-facts-images.ts';
import type { Db } from '../../platform/db/client.ts';
import { escapeLike } from '../../platform/text/like-pattern.ts';

const GTIN14_DIGITS = 14;

/** Whether a product has the picture, in any size: strangers cannot have others fetched. Operators see those not in use, too. */
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
