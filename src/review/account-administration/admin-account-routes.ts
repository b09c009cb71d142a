import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import {
  accountChangeSchema,
  accountListQuerySchema,
  adminAccountDetailSchema,
  adminAccountPageSchema,
  handedOverSchema,
  issuedKeySchema,
  leakedKeySchema,
  newKeySchema,
  revokedKeySchema,
  type AdminAccountDetail,
} from './admin-account-contract.ts';
import { findAdminAccount, listAccounts } from './admin-account-store.ts';
import type { KeyCheck } from '../../access/accounts/keys/key-check.ts';
import type { StoredKey } from '../../access/accounts/keys/key-store.ts';
import {
  handOver,
  issueOperatorKey,
  revokeKey,
  revokeLeakedKey,
  setBlocked,
  setTier,
} from '../../access/accounts/operate-accounts.ts';

const adminRoute = adminRoutesOf({ role: 'admin', tag: 'Accounts' });
const ID = '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38';
const params = z.object({ id: pathId('Id of the account', ID) });

/** Routes by which admins manage accounts and keys. */
export function adminAccountRoutes({ db, keyCheck }: { db: Db; keyCheck: KeyCheck }) {
  const describe = async (id: string): Promise<AdminAccountDetail> => {
    const account = await findAdminAccount(db, id);
    if (!account) throw new ApiError('not_found', `There is no account ${id}.`);
    return account;
  };
  /** Drops cached keys here at once; other processes learn of the change from the database. */
  const describeChanged = async (id: string) => {
    keyCheck.forget();
    return await describe(id);
  };
  const describeRevoked = (key: StoredKey) => {
    keyCheck.forget();
    return {
      id: key.id,
      account_id: key.accountId,
      prefix: key.prefix,
      revoked_at: (key.revokedAt ?? new Date()).toISOString(),
    };
  };
  return [
    adminRoute('get', '/accounts', 'listAccounts', {
      summary: 'Accounts with key, tier and usage',
      query: accountListQuerySchema,
      response: adminAccountPageSchema,
      handler: async ({ query }) => {
        const { page, size } = query;
        return { ...(await listAccounts(db, query)), page, size };
      },
    }),
    adminRoute('get', '/accounts/{id}', 'getAccountDetail', {
      summary: 'An account with all its keys and its calls by day',
      params,
      response: adminAccountDetailSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => await describe(id),
    }),
    adminRoute('patch', '/accounts/{id}', 'changeAccountTier', {
      summary: 'Give an account another tier',
      params,
      body: accountChangeSchema,
      response: adminAccountDetailSchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id }, body, author }) => {
        const given = { tier: body.tier, isHolderKnown: body.holder_known };
        await setTier(db, { id }, given, author);
        return await describeChanged(id);
      },
    }),
    adminRoute('post', '/accounts/{id}/hand-over', 'handOverAccount', {
      summary: 'End the key and the password of an account. The code of this answer sets a new password',
      params,
      response: handedOverSchema,
      errors: ['not_found'],
      handler: async ({ params: { id }, author }) => {
        const code = await handOver(db, { id }, author);
        keyCheck.forget();
        return { code: code.text, expires_at: code.expiresAt.toISOString() };
      },
    }),
    ...(['block', 'unblock'] as const).map((verb) =>
      adminRoute('post', `/accounts/{id}/${verb}`, `${verb}Account`, {
        summary:
          verb === 'block' ? 'Revoke the key of an account and give it no new one' : 'Let it get a new key',
        params,
        response: adminAccountDetailSchema,
        errors: ['not_found', 'invalid_state'],
        handler: async ({ params: { id }, author }) => {
          await setBlocked(db, { id }, verb === 'block', author);
          return await describeChanged(id);
        },
      }),
    ),
    adminRoute('post', '/keys', 'issueKey', {
      summary: 'Make a key, and an account for it unless this e-mail has one',
      description:
        'Anybody may have registered the e-mail: a password of the account stops working, and the code of this answer ' +
        'gives it a new one.',
      body: newKeySchema,
      response: issuedKeySchema,
      errors: ['invalid_email', 'invalid_state'],
      handler: async ({ body: { email, tier, replace }, author }) => {
        const issued = await issueOperatorKey(db, { email, tier, replaces: replace }, author);
        keyCheck.forget();
        const { text, expiresAt } = issued.passwordCode;
        return {
          api_key: issued.apiKey,
          account_id: issued.accountId,
          email: issued.email,
          is_new_account: issued.isNewAccount,
          revoked_prefix: issued.revoked?.prefix ?? null,
          password: { code: text, expires_at: expiresAt.toISOString() },
        };
      },
    }),
    adminRoute('delete', '/keys/{id}', 'revokeKey', {
      summary: 'Revoke a key; its account may get a new one',
      params: z.object({ id: pathId('Id of the key', ID) }),
      response: revokedKeySchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id }, author }) => describeRevoked(await revokeKey(db, id, author)),
    }),
    adminRoute('post', '/keys/revoke-leaked', 'revokeLeakedKey', {
      summary: 'Revoke a leaked key by its text',
      body: leakedKeySchema,
      response: revokedKeySchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ body, author }) =>
        describeRevoked(await revokeLeakedKey(db, body.key.trim(), author)),
    }),
  ];
}
