import type { Db, Tx } from '../db/client.ts';
import { auditLog } from '../db/operation-schema.ts';

/** Who did it, as the audit log says: `operator:<id>`, `account:<id>`, `cli`, … */
export interface Author {
  actor: string;
  requestId?: string;
}

export interface AuditEntry {
  /** `product.updated`, `submission.approved`, … */
  action: string;
  entity: string;
  entityId?: string;
  /** What changed, as it was and as it is now; only the fields that differ, for an update. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Leaves the audit row of a change, in its transaction. It takes the chain's lock until commit, so it comes last: a
 * transaction that waits for other locks while it holds this one would hold up every write.
 */
export async function saveAuditEntry(db: Db | Tx, author: Author, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...author, ...entry });
}
