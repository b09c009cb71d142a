import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { lockOperator, saveOperatorChange } from '../operator-store.ts';
import { deleteSessionsOf, saveSession } from '../sessions/session-store.ts';
import { createSessionToken, hashSessionToken } from '../sessions/session-token.ts';
import { deleteEmergency, findOperatorOfEmergency, saveEmergency, useEmergency } from './emergency-store.ts';

/**
 * Lets an operator in without the provider, and returns the code. It begins one session, which ends with it.
 * @throws ApiError `not_found`, and `invalid_state` for a disabled operator
 */
export async function openEmergency(
  db: Db,
  operatorId: string,
  endsAt: Date,
  author: Author,
): Promise<string> {
  const code = createSessionToken();
  await db.transaction(async (tx) => {
    const operator = await lockOperator(tx, operatorId);
    if (!operator) throw new ApiError('not_found', `There is no operator ${operatorId}.`);
    if (operator.disabledAt)
      throw new ApiError('invalid_state', `${operator.email} is disabled: enable the operator first.`);
    await saveEmergency(tx, { operatorId, codeHash: hashSessionToken(code), endsAt });
    const after = { ends_at: endsAt.toISOString() };
    await saveAuditEntry(tx, author, { action: 'operator.emergency_opened', entityId: operatorId, after });
  });
  return code;
}

/**
 * Ends an emergency before its time, and all sessions of the operator.
 * @throws ApiError `invalid_state` if none is open
 */
export async function endEmergency(db: Db, operatorId: string, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    if (!(await deleteEmergency(tx, operatorId)))
      throw new ApiError('invalid_state', 'No emergency of this operator is open.');
    await deleteSessionsOf(tx, operatorId);
    await saveAuditEntry(tx, author, { action: 'operator.emergency_ended', entityId: operatorId });
  });
}

/** Begins the session of an emergency, and returns its token. Undefined for a wrong, used or old code. */
export async function signInByEmergency(
  db: Db,
  code: string,
  requestId: string,
): Promise<string | undefined> {
  const token = createSessionToken();
  const isSignedIn = await db.transaction(async (tx) => {
    const codeHash = hashSessionToken(code);
    const operatorId = await findOperatorOfEmergency(tx, codeHash);
    // The operator before the emergency, as the commands lock them: else two transactions wait for each other.
    const operator = operatorId === undefined ? undefined : await lockOperator(tx, operatorId);
    if (!operator || operator.disabledAt) return false;
    const endsAt = await useEmergency(tx, codeHash);
    if (!endsAt) return false;
    await saveOperatorChange(tx, operator.id, { lastLoginAt: new Date() });
    await saveSession(tx, operator.id, hashSessionToken(token), { beganBy: 'emergency', endsAt });
    const after = { by: 'emergency', ends_at: endsAt.toISOString() };
    const author = { actor: `operator:${operator.id}`, requestId };
    await saveAuditEntry(tx, author, { action: 'operator.signed_in', entityId: operator.id, after });
    return true;
  });
  return isSignedIn ? token : undefined;
}
