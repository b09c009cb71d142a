import { asc, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { accounts, tiers } from '../../platform/db/schema/accounts.ts';
import type { AdminTier } from './tier-contract.ts';

/** What callers of a tier may do; null is no limit. */
export interface Tier {
  code: string;
  perMinute: number | null;
  cumulative: number | null;
}

/** All tiers as they are now, the smallest first. */
export async function listTiers(db: Db): Promise<Tier[]> {
  return await db
    .select({ code: tiers.code, perMinute: tiers.perMinute, cumulative: tiers.cumulative })
    .from(tiers)
    .orderBy(sql`${tiers.perMinute} nulls last`, tiers.code);
}

/** All tiers by their codes, as admins see them. */
export async function listTiersWithAccounts(db: Db | Tx): Promise<AdminTier[]> {
  return await db
    .select({
      code: tiers.code,
      per_minute: tiers.perMinute,
      cumulative: tiers.cumulative,
      backflow_per_day: tiers.backflowPerDay,
      backflow_pending: tiers.backflowPending,
      accounts: count(accounts.id),
    })
    .from(tiers)
    .leftJoin(accounts, eq(accounts.tier, tiers.code))
    .groupBy(tiers.code)
    .orderBy(asc(tiers.code));
}

export interface TierStore {
  /**
   * The tier as it was at most 5 s ago, or as it last was while the database is away.
   * @throws the database's error when no tier was ever read, and when the tier is not among those known
   */
  find(code: string): Promise<Tier>;
  /** The tier as it was last read, at once; undefined when it never was. */
  findKnown(code: string): Tier | undefined;
  close(): void;
}

/** Reads all tiers every `refreshMs`, so that no call waits for them; one that is not known yet is asked for at once. */
export function createTierStore(db: Db, refreshMs = 3_000): TierStore {
  let known = new Map<string, Tier>();
  const readAll = async () => {
    const rows = await db.select().from(tiers);
    known = new Map(rows.map((row) => [row.code, row]));
  };
  let reading: Promise<void> | undefined;
  const read = () =>
    (reading ??= readAll().finally(() => {
      reading = undefined;
    }));
  // A failure leaves the last known figures in force; the database's own check reports it.
  const timer = setInterval(() => void read().catch(() => undefined), refreshMs).unref();
  return {
    async find(code) {
      if (!known.has(code)) await read();
      // That read may have begun before the tier was created.
      if (!known.has(code)) await read();
      const tier = known.get(code);
      if (!tier) throw new Error(`there is no tier ${code}`);
      return tier;
    },
    findKnown: (code) => known.get(code),
    close: () => clearInterval(timer),
  };
}
