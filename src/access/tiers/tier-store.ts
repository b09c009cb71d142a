import { asc, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { accounts, tiers } from '../../platform/db/schema/accounts.ts';
import type { AdminTier } from './tier-contract.ts';

/** Limits of a tier's callers; null: no limit. */
export interface Tier {
  code: string;
  perMinute: number | null;
  cumulative: number | null;
}

/** Returns all tiers from the database, smallest first. */
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
   * Returns the tier as of at most 5 s ago, or as last read while the database is down.
   * @throws the database's error if no tier was ever read, or if the tier is not cached
   */
  find(code: string): Promise<Tier>;
  /** Returns the tier as last read, synchronously. Undefined before the first read. */
  findKnown(code: string): Tier | undefined;
  close(): void;
}

/**
 * Caches all tiers and refreshes them every `refreshMs`, so that calls do not wait. An unknown tier is read at once.
 */
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
  // A failure leaves the cached figures in force. The database's own readiness check reports it.
  const timer = setInterval(() => void read().catch(() => undefined), refreshMs).unref();
  return {
    async find(code) {
      if (!known.has(code)) await read();
      // The first read may have begun before the tier was created.
      if (!known.has(code)) await read();
      const tier = known.get(code);
      if (!tier) throw new Error(`there is no tier ${code}`);
      return tier;
    },
    findKnown: (code) => known.get(code),
    close: () => clearInterval(timer),
  };
}
