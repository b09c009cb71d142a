import { ApiError } from '../../platform/http/api-error.ts';

/** What a blocked sender is told. */
export function refuseBlocked(): ApiError {
  return new ApiError('forbidden', 'Contributions of this sender are not taken.', {
    details: { reason: 'sender_blocked' },
  });
}
