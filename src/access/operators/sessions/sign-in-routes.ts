import type { Tx } from '../../../platform/db/client.ts';
import { route } from '../../../platform/http/route.ts';
import { adminRoute } from '../../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import { describeMe, describeSession } from './describe-me.ts';
import { meSchema, signedOutSchema, signInSchema } from '../operator-contract.ts';
import { buildDeviceCookie } from './known-places.ts';
import { deleteSession, listSessions } from './session-store.ts';
import { buildSessionCookie, hashSessionToken, readSessionToken } from './session-token.ts';
import { signIn, type SignInDependencies } from './sign-in.ts';

interface SessionDependencies extends SignInDependencies {
  isCookieSecure: boolean;
  /** Deletes an operator's claims on submissions. */
  deleteClaimsOf: (tx: Tx, operatorId: string) => Promise<void>;
}

export function signInRoutes(deps: SessionDependencies) {
  const { db, isCookieSecure, deleteClaimsOf } = deps;
  return [
    route({
      method: 'post',
      path: '/login',
      operationId: 'signIn',
      tag: 'Session',
      summary: 'Sign in: begins a session, whose token is in the cookie',
      description:
        'With one-time codes turned on, a request without `totp_code` and with the right password is answered 401 ' +
        'with `details.totp_required`. An earlier session of the same cookie ends; of more than 3 the oldest does.',
      body: signInSchema,
      response: meSchema,
      errors: ['invalid_credentials', 'rate_limited'],
      cacheControl: 'no-store',
      handler: async ({ body, address, requestId, headers, setCookie }) => {
        const { email, password, totp_code: totpCode } = body;
        const place = { cookieHeader: headers.cookie, isCookieSecure, address };
        const signedIn = await signIn(deps, { email, password, totpCode, place, requestId });
        const { token, operator } = signedIn;
        // Ends the session of the browser's former cookie: an attacker may have put it there.
        const before = readSessionToken(headers.cookie, isCookieSecure);
        if (before) await deleteSession(db, hashSessionToken(before));
        setCookie(buildSessionCookie(token, isCookieSecure));
        setCookie(await buildDeviceCookie(deps.addresses, operator, isCookieSecure));
        return await describeMe(db, token);
      },
    }),
    adminRoute({
      role: 'reviewer',
      method: 'post',
      path: '/logout',
      operationId: 'signOut',
      tag: 'Session',
      summary: 'End this session',
      description: 'With an operator’s last session, the claims on submissions end too.',
      response: signedOutSchema,
      handler: async ({ session, operator, author, setCookie }) => {
        await db.transaction(async (tx) => {
          await deleteSession(tx, session.sessionHash);
          const others = await listSessions(tx, operator.id);
          if (others.length === 0) await deleteClaimsOf(tx, operator.id);
          const entry = { action: 'operator.signed_out', entityId: operator.id };
          await saveAuditEntry(tx, author, entry);
        });
        setCookie(buildSessionCookie('', isCookieSecure));
        return { signed_out: true as const };
      },
    }),
    adminRoute({
      role: 'reviewer',
      method: 'get',
      path: '/me',
      operationId: 'getMe',
      tag: 'Session',
      summary: 'The signed-in operator and the session',
      response: meSchema,
      handler: async ({ session }) => await describeSession(db, session.sessionHash, session.csrfToken),
    }),
  ];
}
