import { ApiError } from './api-error.ts';

/** 400 for a query parameter. `problem` ends the sentence that begins with its name; `more` is further `details`. */
export function refuseParameter(name: string, problem: string, more: Record<string, unknown> = {}): ApiError {
  return new ApiError('invalid_parameter', `Parameter ${name} ${problem}.`, {
    details: { parameter: name, ...more },
  });
}
