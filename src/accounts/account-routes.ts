import type { Logger } from 'pino';
import { route, type Route } from '../http/route.ts';
import {
  accountSchema,
  credentialsSchema,
  newKeySchema,
  regeneratedKeySchema,
  registrationSchema,
  type Account,
} from './account-contract.ts';
import { buildQuota, findAccount } from './account-store.ts';
import { checkCredentials, type CredentialCheck } from './passwords/check-credentials.ts';
import type { KeyCheck } from './keys/key-check.ts';
import { regenerateKey } from './regenerate-key.ts';
import { registerAccount } from './register-account.ts';

export interface AccountDependencies extends CredentialCheck {
  keyCheck: KeyCheck;
  /** Calls an account has used, where they are counted: up to 10 s ahead of the database. */
  findUsed: (accountId: string) => Promise<number>;
  logger: Logger;
}

export function accountRoutes(deps: AccountDependencies): Route[] {
  const { db, loginGuard, keyCheck } = deps;
  return [
    route({
      method: 'post',
      path: '/register',
      operationId: 'register',
      tag: 'Accounts',
      summary: 'Get an API key',
      description: 'The key is shown once. It raises the rate limit and has a quota of its own.',
      body: registrationSchema,
      response: newKeySchema,
      status: 201,
      errors: ['invalid_email', 'weak_password', 'email_taken', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        return await registerAccount(deps, { ...body, requestId });
      },
    }),
    route({
      method: 'post',
      path: '/account',
      operationId: 'getAccount',
      tag: 'Accounts',
      summary: 'What is known of your key, and how much of the quota is used',
      body: credentialsSchema,
      response: accountSchema,
      errors: ['invalid_credentials', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address }) => {
        await loginGuard.admitRequest(address);
        const { id } = await checkCredentials(deps, { ...body, address });
        const account = await findAccount(db, id);
        if (!account) throw new Error(`account ${id} has no key`);
        return await withCountedUse(deps, id, account);
      },
    }),
    route({
      method: 'post',
      path: '/account/regenerate',
      operationId: 'regenerateKey',
      tag: 'Accounts',
      summary: 'Replace your key',
      description: 'The old key is refused from then on; the quota goes on from where it was.',
      body: credentialsSchema,
      response: regeneratedKeySchema,
      errors: ['invalid_credentials', 'forbidden', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        const { id } = await checkCredentials(deps, { ...body, address });
        const answer = await regenerateKey(db, id, requestId);
        keyCheck.forget();
        return await withCountedUse(deps, id, answer);
      },
    }),
  ];
}

/** While the counters cannot be asked, the figure of the database stands. */
async function withCountedUse<A extends Account>(
  { findUsed, logger }: AccountDependencies,
  accountId: string,
  account: A,
): Promise<A> {
  const { limit, used } = account.quota;
  const counted = await findUsed(accountId).catch((error: unknown) => {
    logger.debug({ err: error }, 'usage is shown as the database has it');
    return 0;
  });
  return { ...account, quota: buildQuota(limit, Math.max(used, counted)) };
}
