import type { Account } from './account-contract.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { buildQuota } from './account-store.ts';

/** Replaces the stored usage by the counters' figure. Keeps the stored one while the counters cannot be read. */
export async function withCountedUse<A extends Account>(
  { findUsed, logger }: Pick<AccountDependencies, 'findUsed' | 'logger'>,
  accountId: string,
  account: A,
): Promise<A> {
  const { limit, used } = account.quota;
  const counted = await findUsed(accountId).catch((error: unknown) => {
    logger.debug({ err: error }, 'the usage counters cannot be read: showing the stored usage');
    return 0;
  });
  return { ...account, quota: buildQuota(limit, Math.max(used, counted)) };
}
