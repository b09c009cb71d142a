import type { Db } from '../../platform/db/client.ts';
import { tooManyCalls } from '../../platform/http/api-error.ts';
import { countPending } from './submission-count-store.ts';

/** How many submissions of each source may be pending: one source cannot shut the other out. */
export interface QueueCaps {
  public: number;
  backflow: number;
}

/** Operators empty a queue in hours, not in minutes. */
export const FULL_QUEUE_RETRY_S = 3_600;

/** The share of the room that is kept for addresses that have been good before. */
const RESERVED = 0.1;

/** Returns how many of `most` an address may find waiting and still add one. */
export function roomFor(isGood: boolean, most: number): number {
  return isGood ? most : Math.ceil(most * (1 - RESERVED));
}

/**
 * Lets a public submission pass while there is room. Requests of the same moment may exceed the cap. `isGood`: see `Addresses`.
 * @throws ApiError `rate_limited`
 */
export async function requireRoomForSubmission(db: Db, caps: QueueCaps, isGood: boolean): Promise<void> {
  if ((await countPending(db)).public < roomFor(isGood, caps.public)) return;
  throw tooManyCalls(
    'More submissions wait than can be reviewed. Try again in some hours.',
    FULL_QUEUE_RETRY_S,
  );
}
