import type { Tx } from '../../../platform/db/client.ts';
import { saveOperatorChange } from '../operator-store.ts';
import { deleteKnownAddresses } from './known-places.ts';
import { deleteSessionsOf } from './session-store.ts';

/**
 * Saves an operator's new password, and ends what the former one opened: the sessions, and the addresses that it made
 * known. The operator's row must be locked.
 */
export async function saveNewPassword(tx: Tx, operatorId: string, passwordHash: string): Promise<void> {
  await saveOperatorChange(tx, operatorId, { passwordHash });
  await deleteSessionsOf(tx, operatorId);
  await deleteKnownAddresses(tx, operatorId);
}
