import { ApiError } from '../../../platform/http/api-error.ts';

/** Returns the refusal of a field, by its name in the request. */
export const refuseWrittenField = (field: string, message: string): ApiError =>
  new ApiError('validation_failed', `${field}: ${message}`, {
    details: { fields: [{ field, code: 'invalid', message }] },
  });
