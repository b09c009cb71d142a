import type { Db } from '../../../platform/db/client.ts';
import type { Place } from './known-places.ts';
import { deleteSession } from './session-store.ts';
import { buildSessionCookie, hashSessionToken, readSessionToken } from './session-token.ts';

/**
 * Returns the `Set-Cookie` of a new session, and ends that of the browser's former cookie: an attacker may have put it
 * there.
 */
export async function replaceSession(
  db: Db,
  token: string,
  { cookieHeader, isCookieSecure }: Omit<Place, 'address'>,
): Promise<string> {
  const before = readSessionToken(cookieHeader, isCookieSecure);
  if (before) await deleteSession(db, hashSessionToken(before));
  return buildSessionCookie(token, isCookieSecure);
}
