import type { Db } from '../../platform/db/client.ts';
import { tooManyCalls } from '../../platform/http/api-error.ts';
import { countPending } from './submission-count-store.ts';

/** Limits of pending submissions per source, so that one source cannot shut the other out. */
export interface QueueCaps {
  public: number;
  backflow: number;
}

/** An hour, because operators empty a queue in hours, not in minutes. */
export const FULL_QUEUE_RETRY_S = 3_600;

/** Share of the room reserved for good addresses (see `Addresses`). */
const RESERVED = 0.1;

/** Returns the cap on all waiting items: `most` for good addresses, 90 % of it for others. */
export function roomFor(isGood: boolean, most: number): number {
  return isGood ? most : Math.ceil(most * (1 - RESERVED));
}

/**
 * Fails if the queue of public submissions is full. Concurrent requests may exceed the cap. `isGood`: see
 * `Addresses`.
 * @throws ApiError `rate_limited`
 */
export async function requireRoomForSubmission(db: Db, caps: QueueCaps, isGood: boolean): Promise<void> {
  if ((await countPending(db)).public < roomFor(isGood, caps.public)) return;
  throw tooManyCalls(
    'More submissions wait than can be reviewed. Try again in some hours.',
    FULL_QUEUE_RETRY_S,
  );
}
