import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';

const TOKEN_BYTES = 32;

/** 256 random bits: what the cookie of a session holds, and nothing else ever does. */
export function createSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored hash of a session’s token. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Follows from the session's token, so a page of another site, which cannot read it, cannot make it. */
export function buildCsrfToken(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** `__Host-` binds the cookie to this host and to HTTPS; browsers refuse it without `Secure`. */
export const nameCookie = (cookie: string, isSecure: boolean) => (isSecure ? `__Host-${cookie}` : cookie);
const CONSOLE_COOKIE = 'sid';

/** The token in a `Cookie` header. A secure installation takes none from a cookie that is not bound to its host. */
export function readSessionToken(
  cookieHeader: string | undefined,
  isSecure: boolean,
  cookie = CONSOLE_COOKIE,
): string | undefined {
  return parseCookie(cookieHeader ?? '')[nameCookie(cookie, isSecure)];
}

/** The `Set-Cookie` of a session; an empty token ends it. It goes with the browser; the server knows its age. */
export function buildSessionCookie(token: string, isSecure: boolean, cookie = CONSOLE_COOKIE): string {
  const end = token === '' ? '; Max-Age=0' : '';
  return `${nameCookie(cookie, isSecure)}=${token}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${end}`;
}
