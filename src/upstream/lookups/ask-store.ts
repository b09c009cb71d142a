import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { upstreamAsks } from '../../platform/db/schema/upstreams.ts';

/** The key of the lock under which asks are counted: any number that no other lock uses. */
export const ASK_LOCK = 7_305_244;
const KEPT = sql`make_interval(days => 30)`;

interface AskTerms {
  /** How often all processes together may ask. */
  perMinute: number;
  /** Also if it was asked for lately. */
  again: boolean;
}

/**
 * Notes that a barcode is being asked for, so that no process asks for it again in 30 days.
 * @returns false if a product has it, it was asked for lately, `perMinute` were asked for in the last minute, or the
 * catalogue follows another
 */
export async function claimAsk(db: Db, gtin14: string, terms: AskTerms): Promise<boolean> {
  const mayAsk = describeTerms(gtin14, terms);
  // Most unknown barcodes end here: a flood of them costs neither a lock nor a write.
  const { rows } = await db.execute<{ mayAsk: boolean }>(sql`select ${mayAsk} as "mayAsk"`);
  if (rows[0]?.mayAsk !== true) return false;
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ASK_LOCK})`);
    await tx.execute(sql`delete from upstream_asks where asked_at < now() - ${KEPT}`);
    const { rowCount } = await tx.execute(sql`
      insert into upstream_asks (gtin14) select ${gtin14} where ${mayAsk}
      on conflict (gtin14) do update set asked_at = now()`);
    return rowCount === 1;
  });
}

/** Returns the condition under which a barcode may be asked for. Each part reads one index; the count ends at the limit. */
export function describeTerms(gtin14: string, { perMinute, again }: AskTerms): SQL {
  const lately = sql`select from upstream_asks where asked_at > now() - interval '1 minute' limit ${perMinute}`;
  const known = sql`select from upstream_asks where gtin14 = ${gtin14} and asked_at >= now() - ${KEPT}`;
  return sql`(select count(*) from (${lately}) as lately) < ${perMinute}
    and (${again} or not exists (${known}))
    and not exists (select from barcodes where gtin14 = ${gtin14})
    and not exists (select from follow)`;
}

/** Lets a barcode be asked for again: the upstream did not answer. */
export async function forgetAsk(db: Db, gtin14: string): Promise<void> {
  await db.delete(upstreamAsks).where(eq(upstreamAsks.gtin14, gtin14));
}
