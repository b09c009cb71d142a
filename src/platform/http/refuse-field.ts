import { ApiError } from './api-error.ts';

/** A field of the body that only the database could judge. */
export function refuseField(field: string, message: string): ApiError {
  return new ApiError('validation_failed', 'Some fields are not valid.', {
    details: { fields: [{ field, code: 'custom', message }] },
  });
}
