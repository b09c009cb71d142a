import { adminRoutesOf } from '../../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import { buildDeviceCookie } from './known-places.ts';
import { beginTotp, changeOwnPassword, confirmTotp, endTotp } from './change-own-access.ts';
import { describeMe, endOf } from './describe-me.ts';
import {
  endedSessionsSchema,
  meSchema,
  ownPasswordSchema,
  passwordChangeSchema,
  sessionListSchema,
  totpConfirmationSchema,
  totpSetUpSchema,
  totpStateSchema,
} from '../operator-contract.ts';
import { deleteSessionsOf, listSessions } from './session-store.ts';
import { buildSessionCookie } from './session-token.ts';
import type { SignInDependencies } from './sign-in.ts';

const adminRoute = adminRoutesOf({ role: 'reviewer', tag: 'Session' });

/** Routes by which operators manage their own password, one-time codes and sessions. */
export function ownAccessRoutes(deps: SignInDependencies & { isCookieSecure: boolean }) {
  const { db } = deps;
  return [
    adminRoute('post', '/me/password', 'changeOwnPassword', {
      summary: 'Change your password: all your sessions end, and a new one begins here',
      body: passwordChangeSchema,
      response: meSchema,
      errors: ['invalid_credentials', 'weak_password', 'rate_limited'],
      handler: async ({ body, setCookie, ...self }) => {
        const passwords = { current: body.current_password, next: body.new_password };
        const { token, operator } = await changeOwnPassword(deps, self, passwords);
        setCookie(buildSessionCookie(token, deps.isCookieSecure));
        setCookie(await buildDeviceCookie(deps.addresses, operator, deps.isCookieSecure));
        return await describeMe(db, token);
      },
    }),
    adminRoute('post', '/me/totp', 'beginTotp', {
      summary: 'Get a secret for one-time codes; they are asked for once you have confirmed it',
      response: totpSetUpSchema,
      errors: ['invalid_state'],
      handler: async (self) => await beginTotp(deps, self),
    }),
    adminRoute('post', '/me/totp/confirm', 'confirmTotp', {
      summary: 'Turn one-time codes on, with the first of them',
      body: totpConfirmationSchema,
      response: totpStateSchema,
      errors: ['invalid_state'],
      handler: async ({ body, ...self }) => {
        await confirmTotp(deps, self, body.code);
        return { totp_enabled: true };
      },
    }),
    adminRoute('delete', '/me/totp', 'endTotp', {
      summary: 'Turn one-time codes off',
      body: ownPasswordSchema,
      response: totpStateSchema,
      errors: ['invalid_credentials', 'invalid_state', 'rate_limited'],
      handler: async ({ body, ...self }) => {
        await endTotp(deps, self, body.password);
        return { totp_enabled: false };
      },
    }),
    adminRoute('get', '/me/sessions', 'listOwnSessions', {
      summary: 'Where you are signed in, the newest first',
      response: sessionListSchema,
      handler: async ({ operator, session }) => {
        const sessions = await listSessions(db, operator.id);
        const items = sessions.map((item) => ({
          is_current: item.tokenHash.equals(session.sessionHash),
          created_at: item.createdAt.toISOString(),
          last_seen_at: item.lastSeenAt.toISOString(),
          expires_at: endOf(item),
        }));
        return { items };
      },
    }),
    adminRoute('delete', '/me/sessions', 'endOtherSessions', {
      summary: 'Sign out everywhere but here',
      response: endedSessionsSchema,
      handler: async ({ operator, session, author }) =>
        await db.transaction(async (tx) => {
          const ended = await deleteSessionsOf(tx, operator.id, session.sessionHash);
          const about = { entity: 'operator', entityId: operator.id, after: { ended } };
          await saveAuditEntry(tx, author, { action: 'operator.sessions_ended', ...about });
          return { ended };
        }),
    }),
  ];
}
