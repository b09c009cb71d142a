import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { countPending } from './submission-count-store.ts';

/** How many submissions of each source may be pending: one source cannot shut the other out. */
export interface QueueCaps {
  public: number;
  backflow: number;
}

/** Operators empty a queue in hours, not in minutes. */
export const FULL_QUEUE_RETRY_S = 3_600;

/**
 * Lets a public submission pass while there is room. Requests of the same moment may exceed the cap.
 * @throws ApiError `rate_limited`
 */
export async function requireRoomForSubmission(db: Db, caps: QueueCaps): Promise<void> {
  if ((await countPending(db)).public < caps.public) return;
  throw new ApiError('rate_limited', 'More submissions wait than can be reviewed. Try again in some hours.', {
    headers: { 'Retry-After': String(FULL_QUEUE_RETRY_S) },
  });
}
