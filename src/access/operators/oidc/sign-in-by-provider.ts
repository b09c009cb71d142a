import { v7 as uuidV7 } from 'uuid';
import type { Logger } from 'pino';
import { createUnmatchableHash } from '../../accounts/passwords/password-hash.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { Role } from '../../../platform/http/callers/operator.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import {
  findOperatorByEmail,
  lockOperator,
  saveOperator,
  saveOperatorChange,
  type StoredOperator,
} from '../operator-store.ts';
import { deleteSessionsOf, saveSession } from '../sessions/session-store.ts';
import { createSessionToken, hashSessionToken } from '../sessions/session-token.ts';
import { findOperatorOfIdentity, hasIdentity, saveIdentity } from './identity-store.ts';
import type { Identity } from './read-identity.ts';

interface ProviderSignIn {
  identity: Identity;
  linksVerifiedEmail: boolean;
  requestId: string;
}

const REFUSALS = {
  no_role: 'Your account at the provider has no role here. Ask those who manage it there for one.',
  no_email: 'The provider gave no e-mail address that can be used here.',
  not_linked:
    'An operator with your e-mail address is here, but is not linked to your account at the provider. Ask an admin to link it.',
  disabled: 'You are disabled as an operator here. Ask an admin.',
} as const;
type Refusal = keyof typeof REFUSALS;

/**
 * Begins a session of the operator whom the identity belongs to, and returns its token. Creates the operator at the first
 * sign-in. The role is always that of the provider: with a changed role, all other sessions of the operator end.
 * @throws ApiError `forbidden` with `details.reason`; with `no_role`, all sessions of the operator have ended;
 * `already_exists` if another first sign-in of the account was faster
 */
export async function signInByProvider(
  { db, logger }: { db: Db; logger: Logger },
  { identity, linksVerifiedEmail, requestId }: ProviderSignIn,
): Promise<string> {
  const token = createSessionToken();
  const refusal = await db.transaction(async (tx) => {
    const author = { actor: 'provider', requestId };
    const found = await findOrCreate(tx, { identity, linksVerifiedEmail, requestId });
    const operator = found.id === undefined ? undefined : await lockOperator(tx, found.id);
    const reason = found.refusal ?? (operator?.disabledAt ? 'disabled' : undefined);
    if (!operator || reason || !identity.role) {
      // Strangers get no row: rows cannot be deleted, and anyone with an account at the provider could add some.
      if (!operator) return reason ?? 'no_role';
      if (!identity.role) await deleteSessionsOf(tx, operator.id);
      const { issuer, subject } = identity;
      const failed = reason ?? 'no_role';
      const after = { reason: failed, by: 'provider', issuer, subject };
      const entry = { action: 'operator.sign_in_failed', entityId: operator.id, after };
      await saveAuditEntry(tx, author, entry);
      return failed;
    }
    if (operator.role !== identity.role) await takeRole(tx, operator, identity.role, requestId);
    await saveOperatorChange(tx, operator.id, { lastLoginAt: new Date() });
    await saveSession(tx, operator.id, hashSessionToken(token), { beganBy: 'provider' });
    await saveAuditEntry(
      tx,
      { actor: `operator:${operator.id}`, requestId },
      { action: 'operator.signed_in', entityId: operator.id, after: { by: 'provider' } },
    );
    return undefined;
  });
  if (refusal === undefined) return token;
  logger.info({ reason: refusal, request_id: requestId }, 'a sign-in by the provider was refused');
  const subject = refusal === 'not_linked' ? ` Your subject there is ${identity.subject}.` : '';
  throw new ApiError('forbidden', REFUSALS[refusal] + subject, { details: { reason: refusal } });
}

type Found = { id: string | undefined; refusal?: Refusal };

/** Returns the operator of the identity, a new one, or, where the settings allow it, the one with the verified e-mail. */
async function findOrCreate(
  tx: Tx,
  { identity, linksVerifiedEmail, requestId }: ProviderSignIn,
): Promise<Found> {
  const known = await findOperatorOfIdentity(tx, identity);
  if (known !== undefined) return { id: known };
  const { email, role, issuer, subject } = identity;
  if (!role) return { id: undefined, refusal: 'no_role' };
  if (!email) return { id: undefined, refusal: 'no_email' };
  const author = { actor: 'provider', requestId };
  const at = { issuer, subject };
  const id = uuidV7();
  if (await saveOperator(tx, { id, email, passwordHash: createUnmatchableHash(), role })) {
    await link(tx, id, identity);
    const after = { email, role, ...at };
    await saveAuditEntry(tx, author, { action: 'operator.created', entityId: id, after });
    return { id };
  }
  const sameEmail = await findOperatorByEmail(tx, email);
  const other = sameEmail && (await lockOperator(tx, sameEmail.id));
  // Another first sign-in of this person may have been faster.
  const now = await findOperatorOfIdentity(tx, identity);
  if (now !== undefined || !other) return { id: now };
  const mayLink = linksVerifiedEmail && identity.isEmailVerified && !(await hasIdentity(tx, other.id));
  if (!mayLink) return { id: other.id, refusal: 'not_linked' };
  if (other.disabledAt) return { id: other.id, refusal: 'disabled' };
  await link(tx, other.id, identity);
  await saveAuditEntry(tx, author, { action: 'operator.linked', entityId: other.id, after: at });
  return { id: other.id };
}

/** Throws if another sign-in of the account was faster, with another e-mail: nothing of this one stays. */
async function link(tx: Tx, operatorId: string, identity: Identity): Promise<void> {
  if (await saveIdentity(tx, operatorId, identity)) return;
  const why = 'Another sign-in of your account at the provider has just been the first one here';
  throw new ApiError('already_exists', `${why}. Sign in again.`);
}

/** Also of the last admin: the provider alone says who is one. */
async function takeRole(tx: Tx, operator: StoredOperator, role: Role, requestId: string): Promise<void> {
  await saveOperatorChange(tx, operator.id, { role });
  await deleteSessionsOf(tx, operator.id);
  const change = { before: { role: operator.role }, after: { role } };
  const entry = { action: 'operator.role_changed', entityId: operator.id, ...change };
  await saveAuditEntry(tx, { actor: 'provider', requestId }, entry);
}
