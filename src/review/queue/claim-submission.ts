import type { Db } from '../../platform/db/client.ts';
import { takeNext } from './next-entry-store.ts';
import { buildEntry } from './queue-store.ts';
import { noSuchSubmission, requireOpenEntry } from '../decisions/require-open-entry.ts';
import type { Claim, QueueFilters, TakeNextBody, TakenEntry } from './queue-contract.ts';
import { deleteClaim, findEntry, saveClaim } from '../decisions/review-store.ts';

interface ClaimAnswer {
  id: string;
  claim: Claim | null;
}

/**
 * Shows other operators for 15 minutes that an entry is being worked on. The same operator’s next claim begins them again.
 * @throws ApiError `not_found`; `invalid_state` when it is decided, or claimed by another and `force` is not set
 */
export async function claimSubmission(
  db: Db,
  id: string,
  operatorId: string,
  force: boolean,
): Promise<ClaimAnswer> {
  const isSaved = await saveClaim(db, id, operatorId, force);
  const entry = await findEntry(db, id);
  if (!isSaved) requireOpenEntry(entry, operatorId);
  if (!entry) throw noSuchSubmission();
  return { id, claim: buildEntry(entry).claim };
}

/** Gives up one's own claim; that of another stays. */
export async function releaseSubmission(db: Db, id: string, operatorId: string): Promise<ClaimAnswer> {
  await deleteClaim(db, id, operatorId);
  const entry = await findEntry(db, id);
  if (!entry) throw noSuchSubmission();
  return { id, claim: buildEntry(entry).claim };
}

/** Claims the next entry of the queue that no other operator has. Returns null when there is no such entry. */
export async function claimNext(
  db: Db,
  filters: QueueFilters,
  operatorId: string,
  body: TakeNextBody,
): Promise<TakenEntry> {
  const id = await takeNext(db, filters, operatorId, body);
  const entry = id === undefined ? undefined : await findEntry(db, id);
  return entry ? { id: entry.row.id, claim: buildEntry(entry).claim } : { id: null, claim: null };
}
