import type { Logger } from 'pino';
import { route, type Route } from '../../platform/http/route.ts';
import {
  accountSchema,
  confirmationMailSchema,
  confirmationSchema,
  confirmedSchema,
  credentialsSchema,
  newKeySchema,
  newPasswordSchema,
  passwordSetSchema,
  regeneratedKeySchema,
  registrationSchema,
  type Account,
} from './account-contract.ts';
import { buildQuota, findAccount } from './account-store.ts';
import { checkCredentials, type CredentialCheck } from './passwords/check-credentials.ts';
import { confirmEmail, sendConfirmationAgain, type EmailConfirmation } from './email-confirmation.ts';
import type { KeyCheck } from './keys/key-check.ts';
import { registerAccount } from './register-account.ts';
import type { RegistrationLimits } from './registration-limits.ts';
import { setPassword, regenerateKey } from './change-credentials.ts';

export interface AccountDependencies extends CredentialCheck {
  registrationLimits: RegistrationLimits;
  /** Undefined: a key works from its registration on. */
  confirmation: EmailConfirmation | undefined;
  keyCheck: KeyCheck;
  /** @throws ApiError `rate_limited` when the account was changed too often in a day */
  admitChange: (accountId: string) => Promise<void>;
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
      description:
        'The key is shown once. It raises the rate limit and has a quota of its own. Where this service confirms ' +
        'e-mails, calls with the key are 401 until the code of the mail was used at `/account/confirm`, and a taken e-mail is ' +
        'answered like a new one: the mail tells its owner. Elsewhere a taken e-mail is 409.',
      body: registrationSchema,
      response: newKeySchema,
      status: 201,
      errors: ['invalid_email', 'weak_password', 'email_taken', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        const register = () => registerAccount(deps, { ...body, requestId });
        return await deps.registrationLimits.run(address, register);
      },
    }),
    route({
      method: 'post',
      path: '/account',
      operationId: 'getAccount',
      tag: 'Accounts',
      summary: 'Your key, and how much of the quota is used',
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
        const account = await checkCredentials(deps, { ...body, address });
        const { id } = account;
        await deps.admitChange(id);
        const answer = await regenerateKey(db, account, requestId);
        keyCheck.forget();
        return await withCountedUse(deps, id, answer);
      },
    }),
    route({
      method: 'post',
      path: '/account/confirm',
      operationId: 'confirmEmail',
      tag: 'Accounts',
      summary: 'Confirm your e-mail with the code of the mail: your key works from then on',
      body: confirmationSchema,
      response: confirmedSchema,
      errors: ['invalid_credentials', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        const email = await confirmEmail(db, body.code, requestId);
        keyCheck.forget();
        return { email, confirmed: true as const };
      },
    }),
    route({
      method: 'post',
      path: '/account/confirmation',
      operationId: 'sendConfirmation',
      tag: 'Accounts',
      summary: 'Have another code mailed to you; the one before is of no use then',
      description:
        'The answer is the same where nothing waits for a confirmation: the mail comes, or it does not.',
      body: credentialsSchema,
      response: confirmationMailSchema,
      errors: ['invalid_state', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address }) => {
        await loginGuard.admitRequest(address);
        return await sendConfirmationAgain(deps, { ...body, address });
      },
    }),
    route({
      method: 'post',
      path: '/account/password',
      operationId: 'setPassword',
      tag: 'Accounts',
      summary: 'Set the password of an account with the code that the operator gave you',
      body: newPasswordSchema,
      response: passwordSetSchema,
      errors: ['invalid_credentials', 'weak_password', 'rate_limited'],
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        return { email: await setPassword(deps, { ...body, requestId }) };
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
