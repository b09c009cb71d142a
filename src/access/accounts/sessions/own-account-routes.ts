import { z } from 'zod';
import { routesOf } from '../../../platform/http/route.ts';
import type { AccountDependencies } from '../account-dependencies.ts';
import { withCountedUse } from '../counted-use.ts';
import { findAccount } from '../account-store.ts';
import { confirmationMailSchema, credentialsSchema, regeneratedKeySchema } from '../account-contract.ts';
import { regenerateKey } from '../change-credentials.ts';
import { nameActiveKey } from '../keys/change-keys.ts';
import { listAccountKeys } from '../keys/key-store.ts';
import { checkCredentials } from '../passwords/check-credentials.ts';
import { sendPasswordCode } from '../password-reset.ts';
import { listUsageDays } from '../../limits/usage-store.ts';
import {
  buildAccountCookie,
  buildAccountDeviceCookie,
  endAccountSession,
  findAccountDevice,
  requireSessionAccount,
  signInAccount,
  type AccountDevices,
} from './account-session.ts';
import {
  emailOnlySchema,
  keyNameSchema,
  ownAccountSchema,
  ownKeyReplacementSchema,
  type OwnAccount,
} from './own-account-contract.ts';

const route = routesOf({ tag: 'Accounts', cacheControl: 'no-store', unmetered: true });
const doneSchema = z.object({ done: z.literal(true) });
const DONE = { done: true as const };
const SHOWN_KEYS = 20;

/**
 * Routes behind the account pages. They trust a session cookie, so they are not mounted under the API: only the
 * pages, which refuse forms from other sites, call them.
 */
export function ownAccountRoutes(deps: AccountDependencies & AccountDevices) {
  const { db, isCookieSecure, loginGuard, keyCheck } = deps;
  return [
    route('post', '/account/sign-in', 'signInAccount', {
      summary: 'Begin a session, whose token is in the cookie',
      body: credentialsSchema,
      response: doneSchema,
      errors: ['invalid_credentials', 'rate_limited'],
      handler: async ({ body, address, headers, setCookie }) => {
        await loginGuard.admitRequest(address);
        const given = { ...body, address, cookieHeader: headers.cookie };
        const { token, account } = await signInAccount(deps, given);
        setCookie(buildAccountCookie(token, isCookieSecure));
        setCookie(await buildAccountDeviceCookie(deps, account));
        return DONE;
      },
    }),
    route('post', '/account/sign-out', 'signOutAccount', {
      summary: 'End this session',
      response: doneSchema,
      handler: async ({ headers, setCookie }) => {
        await endAccountSession(deps, headers.cookie);
        setCookie(buildAccountCookie('', isCookieSecure));
        return DONE;
      },
    }),
    route('get', '/account/own', 'getOwnAccount', {
      summary: 'Your account, its keys and its calls by day',
      response: ownAccountSchema,
      errors: ['not_authenticated'],
      handler: async ({ headers }) => {
        const { id } = await requireSessionAccount(deps, headers.cookie);
        return await describeOwnAccount(deps, id);
      },
    }),
    route('post', '/account/key/name', 'nameKey', {
      summary: 'Give your key a name',
      body: keyNameSchema,
      response: doneSchema,
      errors: ['not_authenticated', 'rate_limited'],
      handler: async ({ body, headers, requestId }) => {
        const { id } = await requireSessionAccount(deps, headers.cookie);
        await deps.admitChange(id, 'owner');
        const author = { actor: `account:${id}`, requestId };
        await db.transaction((tx) => nameActiveKey(tx, id, body.name || null, author));
        return DONE;
      },
    }),
    route('post', '/account/key', 'replaceOwnKey', {
      summary: 'Replace your key',
      description: 'Asks for the password again: a key outlives the session that made it.',
      body: ownKeyReplacementSchema,
      response: regeneratedKeySchema,
      errors: ['not_authenticated', 'invalid_credentials', 'forbidden', 'rate_limited'],
      handler: async ({ body, address, headers, requestId }) => {
        await loginGuard.admitRequest(address);
        const own = await requireSessionAccount(deps, headers.cookie);
        const { id, email } = own;
        const knownPlace = await findAccountDevice(deps, own, headers.cookie);
        const given = { email, password: body.password, address, knownPlace };
        const account = await checkCredentials(deps, given);
        await deps.admitChange(id, 'owner');
        const answer = await regenerateKey(db, account, requestId, body.name || null);
        keyCheck.forget();
        return await withCountedUse(deps, id, answer);
      },
    }),
    route('post', '/account/forgotten', 'sendPasswordCode', {
      summary: 'Have a code mailed to you that sets a new password',
      body: emailOnlySchema,
      response: confirmationMailSchema,
      errors: ['invalid_state', 'rate_limited'],
      handler: async ({ body, address }) => {
        await loginGuard.admitRequest(address);
        return sendPasswordCode(deps, body.email);
      },
    }),
  ];
}

async function describeOwnAccount(deps: AccountDependencies, id: string): Promise<OwnAccount> {
  const { db } = deps;
  const [account, keys, days] = await Promise.all([
    findAccount(db, id),
    listAccountKeys(db, id, SHOWN_KEYS),
    listUsageDays(db, id),
  ]);
  if (!account) throw new Error(`account ${id} has no key`);
  const counted = await withCountedUse(deps, id, account);
  // The counters run some seconds ahead of the database.
  const notSavedYet = counted.quota.used - account.quota.used;
  return {
    ...counted,
    keys: keys.map(({ name, prefix, createdAt, lastUsedAt, revokedAt }) => ({
      name,
      prefix,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
      revoked_at: revokedAt?.toISOString() ?? null,
    })),
    days: days.map(({ day, calls }, place) => ({
      day,
      calls: place === days.length - 1 ? calls + notSavedYet : calls,
    })),
  };
}
