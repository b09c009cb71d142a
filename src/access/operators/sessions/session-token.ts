import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';

const TOKEN_BYTES = 32;

/** Returns 256 random bits. Only the session cookie holds them; the database holds their hash. */
export function createSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derived from the session's token, which other sites cannot read. */
export function buildCsrfToken(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** `__Host-` binds the cookie to this host and to HTTPS; browsers refuse it without `Secure`. */
export const nameCookie = (cookie: string, isSecure: boolean) => (isSecure ? `__Host-${cookie}` : cookie);
const CONSOLE_COOKIE = 'sid';

/** Returns the token in a `Cookie` header. With `isSecure`, only a `__Host-` cookie counts. */
export function readSessionToken(
  cookieHeader: string | undefined,
  isSecure: boolean,
  cookie = CONSOLE_COOKIE,
): string | undefined {
  return parseCookie(cookieHeader ?? '')[nameCookie(cookie, isSecure)];
}

/** Returns the `Set-Cookie` of a session; an empty token deletes it. No expiry, because the server checks the age. */
export function buildSessionCookie(token: string, isSecure: boolean, cookie = CONSOLE_COOKIE): string {
  const end = token === '' ? '; Max-Age=0' : '';
  return `${nameCookie(cookie, isSecure)}=${token}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${end}`;
}
