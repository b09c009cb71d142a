import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../../src/access/accounts/keys/change-keys.ts';
import { accounts, tiers } from '../../src/platform/db/schema/accounts.ts';
import { createDb, createPool } from '../../src/platform/db/client.ts';
import { REGISTERED } from '../../src/access/limits/meter.ts';
import { createLogger } from '../../src/platform/logger.ts';

/** Random barcodes and ids, and a key as anybody gets who registers: all that counts it is asked, and no limit is reached. */
export async function prepareReads(url: string): Promise<{ gtins: string[]; ids: string[]; key: string }> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, applicationName: 'factshelf-bench', statementTimeoutMs: 60_000, logger });
  try {
    const { rows } = await pool.query<{ gtin: string; id: string }>(
      `select ltrim(g.gtin14, '0') as gtin, p.id from barcodes g join products p on p.id = g.product_id
       where p.status = 'active' and p.merged_into_id is null and length(ltrim(g.gtin14, '0')) between 12 and 14
       order by md5(g.gtin14) limit 20000`,
    );
    const db = createDb(pool);
    await db
      .update(tiers)
      .set({ perMinute: 2_000_000_000, cumulative: 2_000_000_000 })
      .where(eq(tiers.code, REGISTERED));
    const id = uuidv7();
    await db
      .insert(accounts)
      .values({ id, email: `${id}@example.org`, passwordHash: 'none', tier: REGISTERED });
    const key = await db.transaction((tx) => issueKey(tx, id, { actor: 'bench' }));
    return { gtins: rows.map(({ gtin }) => gtin.padStart(13, '0')), ids: rows.map((row) => row.id), key };
  } finally {
    await pool.end();
  }
}
