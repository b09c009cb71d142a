import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { countPending } from './submission-count-store.ts';

/** How many entries of a source may be pending: either source has its own, so that none shuts the other out. */
export interface QueueCaps {
  public: number;
  backflow: number;
}

/** Operators empty a queue in hours, not in minutes. */
export const FULL_QUEUE_RETRY_S = 3_600;

/**
 * Lets an offer of a stranger pass while there is room; as many as arrive in the same moment may pass the cap.
 * @throws ApiError `rate_limited`
 */
export async function requireRoomForSubmission(db: Db, caps: QueueCaps): Promise<void> {
  if ((await countPending(db)).public < caps.public) return;
  throw new ApiError('rate_limited', 'More offers wait than can be reviewed. Try again in some hours.', {
    headers: { 'Retry-After': String(FULL_QUEUE_RETRY_S) },
  });
}
