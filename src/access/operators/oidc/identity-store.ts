import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operatorIdentities } from '../../../platform/db/schema/operators.ts';

interface IdentityKey {
  issuer: string;
  subject: string;
}

/** Returns the id of the operator that the identity belongs to. */
export async function findOperatorOfIdentity(
  db: Db | Tx,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const [row] = await db
    .select({ operatorId: operatorIdentities.operatorId })
    .from(operatorIdentities)
    .where(and(eq(operatorIdentities.issuer, issuer), eq(operatorIdentities.subject, subject)));
  return row?.operatorId;
}

/** Returns whether the operator has an identity at the provider, or at any. */
export async function hasIdentity(db: Db | Tx, operatorId: string, issuer?: string): Promise<boolean> {
  const ofProvider = issuer === undefined ? undefined : eq(operatorIdentities.issuer, issuer);
  const wanted = and(eq(operatorIdentities.operatorId, operatorId), ofProvider);
  return (await db.$count(operatorIdentities, wanted)) > 0;
}

/** Returns false if the identity belongs to an operator already. */
export async function saveIdentity(
  tx: Tx,
  operatorId: string,
  { issuer, subject }: IdentityKey,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(operatorIdentities)
    .values({ issuer, subject, operatorId })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Returns how many identities were deleted. */
export async function deleteIdentitiesOf(tx: Tx, operatorId: string): Promise<number> {
  const { rowCount } = await tx
    .delete(operatorIdentities)
    .where(eq(operatorIdentities.operatorId, operatorId));
  return rowCount ?? 0;
}
