import { findPasswordWeakness } from '../../accounts/passwords/password-rules.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import { lockOperator, saveOperatorChange, type StoredOperator } from '../operator-store.ts';
import { checkOwnPassword, type Self } from './confirm-self.ts';
import { type PlaceOwner, deleteKnownAddresses } from './known-places.ts';
import { saveSession, deleteSessionsOf } from './session-store.ts';
import { createSessionToken, hashSessionToken } from './session-token.ts';
import type { SignInDependencies } from './sign-in.ts';
import { createTotpSecret, describeTotpSecret, findTotpStep } from './totp-code.ts';

/**
 * Changes an operator's own password, ends all the operator's sessions, and begins a new one. Returns its token and the operator.
 * @throws ApiError `invalid_credentials`, `rate_limited`, `weak_password`, and `unavailable` from the hasher
 */
export async function changeOwnPassword(
  deps: SignInDependencies,
  self: Self,
  given: { current: string; next: string },
): Promise<{ token: string; operator: PlaceOwner }> {
  const checked = await checkOwnPassword(deps, self, given.current);
  const weakness = findPasswordWeakness(given.next, self.operator.email);
  if (weakness) throw new ApiError('weak_password', weakness);
  const passwordHash = await deps.operatorPasswords.hash(given.next);
  const token = createSessionToken();
  await deps.db.transaction(async (tx) => {
    await lockUnchanged(tx, checked);
    await saveNewPassword(tx, checked.id, passwordHash);
    await saveSession(tx, checked.id, hashSessionToken(token));
    await saveOwnAudit(tx, self, 'operator.password_changed');
  });
  return { token, operator: { id: checked.id, passwordHash } };
}

/**
 * Creates a secret for one-time codes. Codes are required only after `confirmTotp`.
 * @throws ApiError `invalid_state` if codes are on
 */
export async function beginTotp(
  { db }: Pick<SignInDependencies, 'db'>,
  { operator }: Self,
): Promise<{ secret: string; otpauth_uri: string }> {
  const secret = createTotpSecret();
  await db.transaction(async (tx) => {
    const stored = await lockOperator(tx, operator.id);
    if (stored?.totpConfirmedAt)
      throw new ApiError('invalid_state', 'One-time codes are turned on already: turn them off first.');
    await saveOperatorChange(tx, operator.id, { totpSecret: secret, totpLastStep: null });
  });
  return describeTotpSecret(secret, operator.email);
}

/**
 * Turns one-time codes on: the code proves that an authenticator holds the secret.
 * @throws ApiError `invalid_state` if no secret awaits confirmation, `validation_failed` for a wrong code
 */
export async function confirmTotp(
  { db }: Pick<SignInDependencies, 'db'>,
  self: Self,
  code: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockOperator(tx, self.operator.id);
    if (!stored?.totpSecret || stored.totpConfirmedAt)
      throw new ApiError('invalid_state', 'No secret of one-time codes awaits confirmation.');
    const step = findTotpStep(stored.totpSecret, code);
    if (step === undefined) {
      const message = 'is not the one that this secret gives now';
      throw new ApiError('validation_failed', `The code ${message}.`, {
        details: { fields: [{ field: 'code', code: 'custom', message }] },
      });
    }
    await saveOperatorChange(tx, stored.id, { totpConfirmedAt: new Date(), totpLastStep: step });
    await saveOwnAudit(tx, self, 'operator.totp_enabled');
  });
}

/** @throws ApiError `invalid_credentials`, `rate_limited`, and `invalid_state` if codes are off */
export async function endTotp(deps: SignInDependencies, self: Self, password: string): Promise<void> {
  const checked = await checkOwnPassword(deps, self, password);
  if (!checked.totpConfirmedAt) throw new ApiError('invalid_state', 'One-time codes are not turned on.');
  await deps.db.transaction(async (tx) => {
    await lockUnchanged(tx, checked);
    await saveOperatorChange(tx, checked.id, { totpSecret: null, totpConfirmedAt: null, totpLastStep: null });
    await saveOwnAudit(tx, self, 'operator.totp_disabled');
  });
}

/** Locks the operator. Fails if the password was changed since it was checked. */
async function lockUnchanged(tx: Tx, checked: StoredOperator): Promise<void> {
  const locked = await lockOperator(tx, checked.id);
  if (locked?.passwordHash !== checked.passwordHash) {
    throw new ApiError('invalid_credentials', 'The password was changed meanwhile.');
  }
}

async function saveOwnAudit(tx: Tx, { operator, author }: Self, action: string): Promise<void> {
  await saveAuditEntry(tx, author, { action, entity: 'operator', entityId: operator.id });
}

/**
 * Saves an operator's new password, and ends what the former one opened: the sessions, and the addresses that it made
 * known. The operator's row must be locked.
 */
export async function saveNewPassword(tx: Tx, operatorId: string, passwordHash: string): Promise<void> {
  await saveOperatorChange(tx, operatorId, { passwordHash });
  await deleteSessionsOf(tx, operatorId);
  await deleteKnownAddresses(tx, operatorId);
}
