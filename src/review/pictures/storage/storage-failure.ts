import { ApiError } from '../../../platform/http/api-error.ts';

/** @throws ApiError `unavailable`, with what has failed as its cause */
export function storageFailed(error: unknown): never {
  throw new ApiError('unavailable', 'Pictures cannot be kept or read at the moment. Try again in a moment.', {
    headers: { 'Retry-After': '30' },
    cause: error,
  });
}
