import { z } from 'zod';
import { ApiError } from '../../platform/http/api-error.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import {
  createOperator,
  endSessions,
  resetPassword,
  resetTotp,
  setDisabled,
  setRole,
} from './operate-operators.ts';
import {
  endedSessionsSchema,
  newOperatorSchema,
  operatorPageSchema,
  operatorSchema,
  ownProofSchema,
  passwordResetSchema,
  roleChangeSchema,
  type AdminOperator,
} from './operator-contract.ts';
import { listOperators, type ListedOperator } from './operator-store.ts';
import { confirmSelf, type Self } from './sessions/confirm-self.ts';
import type { SignInDependencies } from './sessions/sign-in.ts';

const adminRoute = adminRoutesOf({ role: 'admin', tag: 'Operators' });
/** Errors of routes that ask for the caller's own password. */
const PROOF_ERRORS = ['invalid_credentials', 'rate_limited'] as const;
const params = z.object({
  id: pathId('Id of the operator', '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38'),
});

/** Routes by which admins manage operators. */
export function operatorRoutes(deps: SignInDependencies) {
  const { db, operatorPasswords: passwords } = deps;
  const describe = async (id: string): Promise<AdminOperator> => {
    const { items } = await listOperators(db, { id });
    if (!items[0]) throw new ApiError('not_found', `There is no operator ${id}.`);
    return describeOperator(items[0]);
  };
  return [
    adminRoute('get', '/operators', 'listOperators', {
      summary: 'All operators by e-mail',
      query: z.object(pagingQuery),
      response: operatorPageSchema,
      handler: async ({ query: { page, size } }) => {
        const { items, total } = await listOperators(db, { limit: size, offset: (page - 1) * size });
        return { items: items.map(describeOperator), page, size, total };
      },
    }),
    adminRoute('post', '/operators', 'createOperator', {
      summary: 'Make an operator',
      body: newOperatorSchema,
      response: operatorSchema,
      status: 201,
      errors: ['invalid_email', 'weak_password', 'already_exists', ...PROOF_ERRORS],
      handler: async ({ body, ...self }) => {
        await confirmSelf(deps, self, body);
        return await describe(await createOperator({ db, passwords }, body, self.author));
      },
    }),
    adminRoute('patch', '/operators/{id}', 'changeOperatorRole', {
      summary: 'Change the role of an operator: all sessions end',
      params,
      body: roleChangeSchema,
      response: operatorSchema,
      errors: ['not_found', 'invalid_state', ...PROOF_ERRORS],
      handler: async ({ params: { id }, body, ...self }) => {
        await confirmSelf(deps, self, body);
        await setRole(db, id, body.role, self.author);
        return await describe(id);
      },
    }),
    adminRoute('post', '/operators/{id}/disable', 'disableOperator', {
      summary: 'Disable an operator: all sessions end',
      params,
      response: operatorSchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id }, author }) => {
        await setDisabled(db, id, true, author);
        return await describe(id);
      },
    }),
    adminRoute('post', '/operators/{id}/enable', 'enableOperator', {
      summary: 'Enable an operator again',
      params,
      body: ownProofSchema,
      response: operatorSchema,
      errors: ['not_found', 'invalid_state', ...PROOF_ERRORS],
      handler: async ({ params: { id }, body, ...self }) => {
        await confirmSelf(deps, self, body);
        await setDisabled(db, id, false, self.author);
        return await describe(id);
      },
    }),
    adminRoute('put', '/operators/{id}/password', 'resetOperatorPassword', {
      summary: 'Set another operator’s password: all sessions end',
      params,
      body: passwordResetSchema,
      response: operatorSchema,
      errors: ['not_found', 'weak_password', ...PROOF_ERRORS],
      handler: async ({ params: { id }, body, ...self }) => {
        refuseOwn(id, self, '/api/admin/me/password');
        await confirmSelf(deps, self, body);
        await resetPassword({ db, passwords }, id, body.password, self.author);
        return await describe(id);
      },
    }),
    adminRoute('delete', '/operators/{id}/totp', 'resetOperatorTotp', {
      summary: 'Turn another operator’s one-time codes off: all sessions end',
      params,
      body: ownProofSchema,
      response: operatorSchema,
      errors: ['not_found', 'invalid_state', ...PROOF_ERRORS],
      handler: async ({ params: { id }, body, ...self }) => {
        refuseOwn(id, self, '/api/admin/me/totp');
        await confirmSelf(deps, self, body);
        await resetTotp(db, id, self.author);
        return await describe(id);
      },
    }),
    adminRoute('delete', '/operators/{id}/sessions', 'endOperatorSessions', {
      summary: 'Sign an operator out everywhere',
      params,
      response: endedSessionsSchema,
      errors: ['not_found'],
      handler: async ({ params: { id }, author }) => ({ ended: await endSessions(db, id, author) }),
    }),
  ];
}

/** Refuses changes of the caller's own access: `ownRoute` asks for the current password. Ids may differ in case. */
function refuseOwn(id: string, { operator }: Self, ownRoute: string): void {
  if (id.toLowerCase() !== operator.id) return;
  throw new ApiError(
    'forbidden',
    `Your own access is not changed here. ${ownRoute} does it, and asks for your current password.`,
  );
}

function describeOperator(operator: ListedOperator): AdminOperator {
  return {
    id: operator.id,
    email: operator.email,
    role: operator.role,
    totp_enabled: operator.totpConfirmedAt !== null,
    disabled_at: operator.disabledAt?.toISOString() ?? null,
    last_login_at: operator.lastLoginAt?.toISOString() ?? null,
    sessions: operator.sessions,
    created_at: operator.createdAt.toISOString(),
  };
}
