import type { Db, Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { Caller } from '../../../platform/http/callers/caller.ts';
import {
  buildSessionCookie,
  createSessionToken,
  hashSessionToken,
  readSessionToken,
} from '../../operators/sessions/session-token.ts';
import {
  buildDeviceCookie,
  findKnownDevice,
  type PlaceOwner,
} from '../../operators/sessions/known-places.ts';
import type { Addresses } from '../../limits/addresses.ts';
import { findAccountByEmail, lockAccount } from '../account-store.ts';
import { normaliseEmail } from '../email-address.ts';
import { checkCredentials, type CredentialCheck } from '../passwords/check-credentials.ts';
import {
  deleteAccountSession,
  findSessionAccount,
  saveAccountSession,
  type SessionAccount,
} from './account-session-store.ts';

/** Differs from the console's cookies, so that one browser may be signed in to both. */
const COOKIE = 'account';
const DEVICE_COOKIE = 'account-device';

export interface AccountSessions {
  db: Db;
  /** Whether the cookie has the `Secure` attribute. */
  isCookieSecure: boolean;
}

/** Dependencies for recognising a browser that an account signed in with before. */
export interface AccountDevices {
  addresses: Addresses;
  isCookieSecure: boolean;
}

/** Returns the browser's device name if the account signed in with it before, for `checkCredentials`. */
export const findAccountDevice = (
  { addresses, isCookieSecure }: AccountDevices,
  account: PlaceOwner,
  cookieHeader: string | undefined,
) => findKnownDevice(addresses, account, { cookieHeader, isCookieSecure }, DEVICE_COOKIE);

export const buildAccountDeviceCookie = (
  { addresses, isCookieSecure }: AccountDevices,
  account: PlaceOwner,
) => buildDeviceCookie(addresses, account, isCookieSecure, DEVICE_COOKIE);

export const buildAccountCookie = (token: string, isSecure: boolean) =>
  buildSessionCookie(token, isSecure, COOKIE);

/**
 * Begins a session and returns its token and account. Ends the session of the browser's former cookie, because an
 * attacker may have put it there.
 * @throws ApiError as `checkCredentials`
 */
export async function signInAccount(
  deps: CredentialCheck & AccountSessions & AccountDevices,
  given: { email: string; password: string; address: string; cookieHeader: string | undefined },
): Promise<{ token: string; account: PlaceOwner }> {
  const { db } = deps;
  const email = normaliseEmail(given.email);
  const known = email ? await findAccountByEmail(db, email) : undefined;
  const knownPlace = known && (await findAccountDevice(deps, known, given.cookieHeader));
  const { id, passwordHash } = await checkCredentials(deps, { ...given, knownPlace });
  const token = createSessionToken();
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account?.passwordHash !== passwordHash)
      throw new ApiError('invalid_credentials', 'The password was changed meanwhile.');
    await endAccountSession({ ...deps, db: tx }, given.cookieHeader);
    await saveAccountSession(tx, id, hashSessionToken(token));
  });
  return { token, account: { id, passwordHash } };
}

/** Ends the browser's session, if any. */
export async function endAccountSession(
  { db, isCookieSecure }: { db: Db | Tx; isCookieSecure: boolean },
  cookieHeader: string | undefined,
): Promise<void> {
  const token = readSessionToken(cookieHeader, isCookieSecure, COOKIE);
  if (token !== undefined) await deleteAccountSession(db, hashSessionToken(token));
}

/** @throws ApiError `not_authenticated` */
export async function requireSessionAccount(
  { db, isCookieSecure }: AccountSessions,
  cookieHeader: string | undefined,
): Promise<SessionAccount> {
  const token = readSessionToken(cookieHeader, isCookieSecure, COOKIE);
  const account = token === undefined ? undefined : await findSessionAccount(db, hashSessionToken(token));
  if (!account)
    throw new ApiError('not_authenticated', 'Sign in first: there is no session, or it has ended.');
  return account;
}

/**
 * Returns the caller that a session uses the API as: the account's active key, or anonymous without one.
 * @throws ApiError `not_authenticated`
 */
export async function findSessionCaller(
  deps: AccountSessions,
  cookieHeader: string | undefined,
): Promise<Caller> {
  const { id, tier, keyId } = await requireSessionAccount(deps, cookieHeader);
  return keyId === null ? { kind: 'anonymous' } : { kind: 'key', keyId, accountId: id, tier };
}
