import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { mayActAs, type Role } from '../../platform/http/callers/operator.ts';
import { READS, refuseOtherSites } from '../../platform/http/callers/other-sites.ts';
import type { Route } from '../../platform/http/route.ts';
import { findSessionOperator } from './sessions/session-store.ts';
import { buildCsrfToken, hashSessionToken, readSessionToken } from './sessions/session-token.ts';

/**
 * Returns the middleware of a console route, which runs before the body is read. It refuses writes from other sites,
 * requires a session of the route's role, and requires the session's CSRF token on writes.
 */
export function guardAdminRoutes({
  db,
  isSecure,
  publicUrl,
}: {
  db: Db;
  isSecure: boolean;
  publicUrl: string | undefined;
}): (item: Pick<Route, 'role'>) => RequestHandler[] {
  const ofThisSite = refuseOtherSites(publicUrl);
  return ({ role }) => [ofThisSite, ...(role ? [requireSession(db, isSecure, role)] : [])];
}

/** Returns the live session of a `Cookie` header, or undefined. */
export async function findSignedIn(db: Db, isSecure: boolean, cookieHeader: string | undefined) {
  const token = readSessionToken(cookieHeader, isSecure);
  if (token === undefined) return undefined;
  const sessionHash = hashSessionToken(token);
  const operator = await findSessionOperator(db, sessionHash);
  return operator && { operator, sessionHash, token };
}

function requireSession(db: Db, isSecure: boolean, role: Role): RequestHandler {
  return async (request, _response, next) => {
    const signedIn = await findSignedIn(db, isSecure, request.headers.cookie);
    if (!signedIn) {
      throw new ApiError('not_authenticated', 'Sign in first: there is no session, or it has ended.');
    }
    const { operator, sessionHash, token } = signedIn;
    const csrfToken = buildCsrfToken(token);
    if (!READS.has(request.method)) checkCsrfToken(request, csrfToken);
    if (!mayActAs(operator.role, role)) {
      throw new ApiError('forbidden', `This needs the role ${role}; you are ${operator.role}.`, {
        details: { role: operator.role, wanted: role },
      });
    }
    request.signedIn = { operator, sessionHash, csrfToken };
    next();
  };
}

function checkCsrfToken(request: Request, wanted: string): void {
  const given = Buffer.from(request.get('X-CSRF-Token') ?? '');
  const expected = Buffer.from(wanted);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError('csrf_failed', 'X-CSRF-Token is missing or is not that of this session.');
  }
}
