import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { escapeLike } from '../../platform/text/like-pattern.ts';
import { findSender } from '../senders/find-sender.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import {
  accounts,
  accountUsage,
  accountUsageDays,
  apiKeys,
  tiers,
} from '../../platform/db/schema/accounts.ts';
import { buildQuota } from '../../access/accounts/account-store.ts';
import type { AccountListQuery, AdminAccount, AdminAccountDetail } from './admin-account-contract.ts';
import { describeKey } from '../../access/accounts/keys/describe-key.ts';
import { listAccountKeys } from '../../access/accounts/keys/key-store.ts';
import { listUsageDays } from '../../access/limits/usage-store.ts';

const KEY_PREFIX = 'pfk_';
const SHOWN_CHARACTERS = 8;
const SHOWN_KEYS = 50;

/** Returns a page of the accounts that match the query. */
export async function listAccounts(
  db: Db | Tx,
  query: AccountListQuery,
): Promise<{ items: AdminAccount[]; total: number }> {
  const wanted = buildCondition(query);
  const page = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(wanted)
    .orderBy(...ORDERS[query.sort], desc(accounts.createdAt), desc(accounts.id))
    .limit(query.size)
    .offset((query.page - 1) * query.size);
  const [counted] = await db.select({ total: count() }).from(accounts).where(wanted);
  const ids = page.map(({ id }) => id);
  return { items: await listAccountsById(db, ids), total: counted?.total ?? 0 };
}

/** Returns an account with all its keys and its calls per day. */
export async function findAdminAccount(db: Db | Tx, id: string): Promise<AdminAccountDetail | undefined> {
  const [account] = await listAccountsById(db, [id]);
  if (!account) return undefined;
  const keys = await listAccountKeys(db, id, SHOWN_KEYS);
  const days = (await listUsageDays(db, id)).filter(({ calls }) => calls > 0).toReversed();
  const sender = await findSender(db, { accountId: id });
  if (!sender) return undefined;
  return { ...account, keys: keys.map(describeKey), usage_days: days, sender };
}

const today = sql`(now() at time zone 'UTC')::date`;

const callsOfToday = sql`coalesce((
  select calls from account_usage_days u where u.account_id = ${accounts.id} and u.day = ${today}), 0)`;

const ORDERS: Record<AccountListQuery['sort'], SQL[]> = {
  '-created': [],
  created: [asc(accounts.createdAt)],
  email: [asc(accounts.email)],
  '-email': [desc(accounts.email)],
  tier: [asc(accounts.tier)],
  '-tier': [desc(accounts.tier)],
  calls_today: [asc(callsOfToday)],
  '-calls_today': [desc(callsOfToday)],
};

function buildCondition({ q, tier, status }: AccountListQuery): SQL | undefined {
  return and(
    q === undefined
      ? undefined
      : q.startsWith(KEY_PREFIX)
        ? hasKey(q)
        : ilike(accounts.email, `%${escapeLike(q.trim())}%`),
    tier === undefined ? undefined : eq(accounts.tier, tier),
    status === undefined
      ? undefined
      : status === 'blocked'
        ? isNotNull(accounts.blockedAt)
        : isNull(accounts.blockedAt),
  );
}

/** Matches the stored prefix, since the rest of a key is stored only as a hash. */
function hasKey(text: string): SQL {
  const start = `${escapeLike(text.slice(0, SHOWN_CHARACTERS))}%`;
  return sql`exists (select from api_keys where account_id = ${accounts.id} and prefix like ${start})`;
}

/** Returns the accounts in the order of `ids`. */
async function listAccountsById(db: Db | Tx, ids: string[]): Promise<AdminAccount[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      account: accounts,
      tier: tiers,
      used: accountUsage.used,
      callsToday: accountUsageDays.calls,
      key: apiKeys,
    })
    .from(accounts)
    .innerJoin(tiers, eq(tiers.code, accounts.tier))
    .leftJoin(accountUsage, eq(accountUsage.accountId, accounts.id))
    .leftJoin(
      accountUsageDays,
      and(eq(accountUsageDays.accountId, accounts.id), eq(accountUsageDays.day, today)),
    )
    .leftJoin(
      apiKeys,
      sql`${apiKeys.id} = (select id from api_keys as k where k.account_id = ${accounts.id}
        order by revoked_at is null desc, created_at desc, id desc limit 1)`,
    )
    .where(inArray(accounts.id, ids))
    .orderBy(sql`array_position(${sql.param(ids)}::uuid[], ${accounts.id})`);
  return rows.map(({ account, tier, used, callsToday, key }) => ({
    id: account.id,
    email: account.email,
    tier: account.tier,
    status: account.blockedAt ? 'blocked' : 'active',
    created_at: account.createdAt.toISOString(),
    blocked_at: account.blockedAt?.toISOString() ?? null,
    email_confirmed_at: account.emailConfirmedAt?.toISOString() ?? null,
    awaits_confirmation: account.awaitsConfirmation,
    key: key && describeKey(key),
    quota: buildQuota(tier.cumulative, used ?? 0),
    rate_limit: { per_minute: tier.perMinute },
    calls_today: callsToday ?? 0,
  }));
}
