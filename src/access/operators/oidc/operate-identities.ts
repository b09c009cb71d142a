import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { lockOperator } from '../operator-store.ts';
import { deleteSessionsOf } from '../sessions/session-store.ts';
import { deleteIdentitiesOf, hasIdentity, saveIdentity } from './identity-store.ts';

/**
 * Links an operator to an account of a provider.
 * @throws ApiError `already_exists` if the account is linked, and `invalid_state` if the operator has another one there
 */
export async function linkOperator(
  db: Db,
  operatorId: string,
  { issuer, subject }: { issuer: string; subject: string },
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const isLinked = await hasIdentity(tx, operatorId, issuer);
    if (!(await saveIdentity(tx, operatorId, { issuer, subject })))
      throw new ApiError('already_exists', `The account ${subject} is linked to an operator already.`);
    if (isLinked)
      throw new ApiError('invalid_state', 'This operator is linked to another account there: unlink first.');
    const after = { issuer, subject };
    await saveAuditEntry(tx, author, { action: 'operator.linked', entityId: operatorId, after });
  });
}

/**
 * Ends all links of an operator to providers, and the sessions.
 * @throws ApiError `invalid_state` if there is none
 */
export async function unlinkOperator(db: Db, operatorId: string, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    if ((await deleteIdentitiesOf(tx, operatorId)) === 0)
      throw new ApiError('invalid_state', 'This operator is not linked to a provider.');
    await deleteSessionsOf(tx, operatorId);
    await saveAuditEntry(tx, author, { action: 'operator.unlinked', entityId: operatorId });
  });
}
