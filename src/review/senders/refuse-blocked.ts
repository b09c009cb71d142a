import { ApiError } from '../../platform/http/api-error.ts';

/** What a blocked sender is told. */
export function refuseBlocked(): ApiError {
  return new ApiError('forbidden', 'Submissions of this sender are refused.', {
    details: { reason: 'sender_blocked' },
  });
}
