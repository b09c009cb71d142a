import { ApiError } from '../../platform/http/api-error.ts';

export function refuseBlocked(): ApiError {
  return new ApiError('forbidden', 'Submissions of this sender are refused.', {
    details: { reason: 'sender_blocked' },
  });
}
