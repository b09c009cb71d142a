import { routesOf } from '../../platform/http/route.ts';
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
} from './account-contract.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { findAccount } from './account-store.ts';
import { withCountedUse } from './counted-use.ts';
import { checkCredentials } from './passwords/check-credentials.ts';
import { confirmEmail, sendConfirmationAgain } from './email-confirmation.ts';
import { registerAccount } from './register-account.ts';
import { setPassword, regenerateKey } from './change-credentials.ts';

const route = routesOf({ tag: 'Accounts' });

export function accountRoutes(deps: AccountDependencies) {
  const { db, loginGuard, keyCheck } = deps;
  return [
    route('post', '/register', 'register', {
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
      takesIdempotencyKey: true,
      handler: async ({ body, address, requestId, once }) => {
        await loginGuard.admitRequest(address);
        return await once((keep) =>
          deps.registrationLimits.run(address, () => registerAccount(deps, { ...body, requestId }, keep)),
        );
      },
    }),
    route('post', '/account', 'getAccount', {
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
    route('post', '/account/regenerate', 'regenerateKey', {
      summary: 'Replace your key',
      description: 'The old key stops working; the used calls still count.',
      body: credentialsSchema,
      response: regeneratedKeySchema,
      errors: ['invalid_credentials', 'forbidden', 'rate_limited'],
      errorTexts: { forbidden: 'An operator has blocked the account: it gets no new key.' },
      cacheControl: 'no-store',
      unmetered: true,
      handler: async ({ body, address, requestId }) => {
        await loginGuard.admitRequest(address);
        const account = await checkCredentials(deps, { ...body, address });
        const { id } = account;
        await deps.admitChange(id, 'owner');
        const answer = await regenerateKey(db, account, requestId);
        keyCheck.forget();
        return await withCountedUse(deps, id, answer);
      },
    }),
    route('post', '/account/confirm', 'confirmEmail', {
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
    route('post', '/account/confirmation', 'sendConfirmation', {
      summary: 'Have another code mailed to you; the former code stops working',
      description: 'The answer is the same whether or not an account awaits confirmation.',
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
    route('post', '/account/password', 'setPassword', {
      summary: 'Set the password of an account with the code of a mail, or one that the operator gave you',
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
