import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { upstreamAsks } from '../../platform/db/schema/upstreams.ts';

/** The key of the lock under which asks are counted: any number that no other lock uses. */
const ASK_LOCK = 7_305_244;
const KEPT_DAYS = 30;

/**
 * Notes that a barcode is being asked for, so that no process asks for it again in 30 days.
 * @param again also if it was asked for lately
 * @returns false if a product has it, it was asked for lately, or `perMinute` were asked for in the last minute
 */
export async function claimAsk(
  db: Db,
  gtin14: string,
  { perMinute, again }: { perMinute: number; again: boolean },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ASK_LOCK})`);
    await tx.execute(
      sql`delete from upstream_asks where asked_at < now() - make_interval(days => ${KEPT_DAYS})`,
    );
    const { rowCount } = await tx.execute(sql`
      insert into upstream_asks (gtin14) select ${gtin14}
      where not exists (select from barcodes where gtin14 = ${gtin14})
        and (select count(*) from upstream_asks where asked_at > now() - interval '1 minute') < ${perMinute}
      on conflict (gtin14) do update set asked_at = now() where ${again}`);
    return rowCount === 1;
  });
}

/** Lets a barcode be asked for again: the upstream did not answer. */
export async function forgetAsk(db: Db, gtin14: string): Promise<void> {
  await db.delete(upstreamAsks).where(eq(upstreamAsks.gtin14, gtin14));
}
