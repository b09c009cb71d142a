import { v7 as uuidV7 } from 'uuid';
import { normaliseEmail } from '../accounts/email-address.ts';
import type { PasswordHasher } from '../accounts/passwords/password-hash.ts';
import { findPasswordWeakness } from '../accounts/passwords/password-rules.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Role } from '../../platform/http/callers/operator.ts';
import { saveAuditEntry, type AuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { deleteEmergency } from './emergency/emergency-store.ts';
import {
  findOperator,
  findOperatorByEmail,
  lockOperatorAndAdmins,
  saveOperator,
  saveOperatorChange,
  type StoredOperator,
} from './operator-store.ts';
import { saveNewPassword } from './sessions/change-own-access.ts';
import { deleteSessionsOf } from './sessions/session-store.ts';

interface OperatorDependencies {
  db: Db;
  passwords: PasswordHasher;
}

/**
 * Creates an operator and returns the id. Of several concurrent calls with one e-mail, one succeeds.
 * @throws ApiError `invalid_email`, `weak_password`, `already_exists`, and `unavailable` from the hasher
 */
export async function createOperator(
  { db, passwords }: OperatorDependencies,
  given: { email: string; role: Role; password: string },
  author: Author,
): Promise<string> {
  const email = normaliseEmail(given.email);
  if (!email) throw new ApiError('invalid_email', 'This is not an e-mail address that can be used here.');
  checkPassword(given.password, email);
  const passwordHash = await passwords.hash(given.password);
  const id = uuidV7();
  await db.transaction(async (tx) => {
    if (!(await saveOperator(tx, { id, email, passwordHash, role: given.role }))) {
      const existing = await findOperatorByEmail(tx, email);
      throw new ApiError('already_exists', `There is an operator ${email} already.`, {
        details: { operator_id: existing?.id },
      });
    }
    await saveOperatorAudit(tx, author, id, 'operator.created', { after: { email, role: given.role } });
  });
  return id;
}

/**
 * Changes an operator's role and ends the operator's sessions. An unchanged role does nothing.
 * @throws ApiError `not_found`, and `invalid_state` for the last active admin
 */
export async function setRole(db: Db, id: string, role: Role, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const { operator, isLastAdmin } = await lockForChange(tx, id);
    if (operator.role === role) return;
    if (isLastAdmin) throw lastAdmin();
    await saveOperatorChange(tx, id, { role });
    await deleteSessionsOf(tx, id);
    const change = { before: { role: operator.role }, after: { role } };
    await saveOperatorAudit(tx, author, id, 'operator.role_changed', change);
  });
}

/**
 * Disables or enables an operator. A disabled operator is signed out everywhere and cannot sign in. An open
 * emergency ends for good.
 * @throws ApiError `not_found`, and `invalid_state` if nothing would change or for the last active admin
 */
export async function setDisabled(db: Db, id: string, isDisabled: boolean, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const { operator, isLastAdmin } = await lockForChange(tx, id);
    if ((operator.disabledAt !== null) === isDisabled) {
      const state = isDisabled ? 'disabled already' : 'not disabled';
      throw new ApiError('invalid_state', `${operator.email} is ${state}.`);
    }
    if (isLastAdmin) throw lastAdmin();
    await saveOperatorChange(tx, id, { disabledAt: isDisabled ? new Date() : null });
    if (isDisabled) {
      await deleteSessionsOf(tx, id);
      await deleteEmergency(tx, id);
    }
    await saveOperatorAudit(tx, author, id, isDisabled ? 'operator.disabled' : 'operator.enabled');
  });
}

/**
 * Sets another operator's password, and ends that operator's sessions.
 * @throws ApiError `not_found`, `weak_password`, and `unavailable` from the hasher
 */
export async function resetPassword(
  { db, passwords }: OperatorDependencies,
  id: string,
  password: string,
  author: Author,
): Promise<void> {
  const found = await findOperator(db, id);
  if (!found) throw noOperator(id);
  checkPassword(password, found.email);
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    await lockForChange(tx, id);
    await saveNewPassword(tx, id, passwordHash);
    await saveOperatorAudit(tx, author, id, 'operator.password_reset');
  });
}

/**
 * Turns another operator's one-time codes off, as after a lost authenticator, and ends that operator's sessions.
 * @throws ApiError `not_found`, and `invalid_state` if they are off
 */
export async function resetTotp(db: Db, id: string, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const { operator } = await lockForChange(tx, id);
    if (!operator.totpConfirmedAt) {
      throw new ApiError('invalid_state', `${operator.email} has not turned one-time codes on.`);
    }
    await saveOperatorChange(tx, id, { totpSecret: null, totpConfirmedAt: null, totpLastStep: null });
    await deleteSessionsOf(tx, id);
    await saveOperatorAudit(tx, author, id, 'operator.totp_reset');
  });
}

/** Signs an operator out everywhere and returns the number of sessions ended. Throws ApiError `not_found`. */
export async function endSessions(db: Db, id: string, author: Author): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockForChange(tx, id);
    const ended = await deleteSessionsOf(tx, id);
    await saveOperatorAudit(tx, author, id, 'operator.sessions_ended', { after: { ended } });
    return ended;
  });
}

/** Also locks all admins, so that two admins who demote each other take turns and the second sees the first change. */
async function lockForChange(
  tx: Tx,
  id: string,
): Promise<{ operator: StoredOperator; isLastAdmin: boolean }> {
  const locked = await lockOperatorAndAdmins(tx, id);
  const operator = locked.find((item) => item.id === id);
  if (!operator) throw noOperator(id);
  const admins = locked.filter((item) => item.role === 'admin' && item.disabledAt === null);
  return { operator, isLastAdmin: admins.length === 1 && admins[0] === operator };
}

function checkPassword(password: string, email: string): void {
  const weakness = findPasswordWeakness(password, email);
  if (weakness) throw new ApiError('weak_password', weakness);
}

async function saveOperatorAudit(
  tx: Tx,
  author: Author,
  id: string,
  action: string,
  change: Pick<AuditEntry, 'before' | 'after'> = {},
): Promise<void> {
  await saveAuditEntry(tx, author, { action, entity: 'operator', entityId: id, ...change });
}

function noOperator(id: string): ApiError {
  return new ApiError('not_found', `There is no operator ${id}.`);
}

function lastAdmin(): ApiError {
  return new ApiError('invalid_state', 'This is the last active admin: make another one first.');
}
