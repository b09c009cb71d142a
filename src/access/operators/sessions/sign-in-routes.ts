import type { Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { routesOf } from '../../../platform/http/route.ts';
import { adminRoutesOf } from '../../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import { describeMe, describeSession } from './describe-me.ts';
import { signInByEmergency } from '../emergency/operate-emergencies.ts';
import {
  emergencySignInSchema,
  meSchema,
  signedOutSchema,
  signInSchema,
  signInWaysSchema,
} from '../operator-contract.ts';
import { buildDeviceCookie } from './known-places.ts';
import { replaceSession } from './replace-session.ts';
import { deleteSession, findSession, listSessions } from './session-store.ts';
import { buildSessionCookie } from './session-token.ts';
import { signIn, type SignInDependencies } from './sign-in.ts';

const route = routesOf({ tag: 'Session' });
const adminRoute = adminRoutesOf({ tag: 'Session', role: 'reviewer' });

interface SessionDependencies extends SignInDependencies {
  isCookieSecure: boolean;
  isPasswordOff?: boolean;
  /** Deletes an operator's claims on submissions. */
  deleteClaimsOf: (tx: Tx, operatorId: string) => Promise<void>;
}

export function signInRoutes(deps: SessionDependencies) {
  const { db, isCookieSecure, deleteClaimsOf, oidc, isPasswordOff = false } = deps;
  return [
    route('get', '/sign-in', 'getSignIn', {
      summary: 'How operators sign in here',
      response: signInWaysSchema,
      cacheControl: 'no-store',
      handler: () => ({
        password: !isPasswordOff,
        provider: oidc ? { name: oidc.name, url: oidc.signInUrl } : null,
      }),
    }),
    route('post', '/login/emergency', 'signInByEmergency', {
      summary: 'Sign in by the code of an emergency, which works once',
      description: 'The session ends when the emergency does, in any case.',
      body: emergencySignInSchema,
      response: meSchema,
      errors: ['invalid_credentials', 'rate_limited'],
      cacheControl: 'no-store',
      handler: async ({ body, address, requestId, headers, setCookie }) => {
        const token = await deps.operatorGuard.countEmergencies(address, () =>
          signInByEmergency(db, body.code, requestId),
        );
        if (token === undefined)
          throw new ApiError('invalid_credentials', 'The code is wrong, was used, or has ended.');
        setCookie(await replaceSession(db, token, { cookieHeader: headers.cookie, isCookieSecure }));
        return await describeMe(db, token);
      },
    }),
    route('post', '/login', 'signIn', {
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
        setCookie(await replaceSession(db, token, place));
        setCookie(await buildDeviceCookie(deps.addresses, operator, isCookieSecure));
        return await describeMe(db, token);
      },
    }),
    adminRoute('post', '/logout', 'signOut', {
      summary: 'End this session',
      description: 'With an operator’s last session, the claims on submissions end too.',
      response: signedOutSchema,
      handler: async ({ session, operator, author, setCookie }) => {
        const ended = await db.transaction(async (tx) => {
          const found = await findSession(tx, session.sessionHash);
          await deleteSession(tx, session.sessionHash);
          const others = await listSessions(tx, operator.id);
          if (others.length === 0) await deleteClaimsOf(tx, operator.id);
          const entry = { action: 'operator.signed_out', entityId: operator.id };
          await saveAuditEntry(tx, author, entry);
          return found;
        });
        setCookie(buildSessionCookie('', isCookieSecure));
        const isOfProvider = ended?.beganBy === 'provider';
        const providerUrl = (isOfProvider && (await oidc?.findSignOutUrl())) || null;
        return { signed_out: true as const, provider_url: providerUrl };
      },
    }),
    adminRoute('get', '/me', 'getMe', {
      summary: 'The signed-in operator and the session',
      response: meSchema,
      handler: async ({ session }) => await describeSession(db, session.sessionHash, session.csrfToken),
    }),
  ];
}
