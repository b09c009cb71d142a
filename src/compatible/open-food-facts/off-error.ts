import type { Request } from 'express';
import type { ApiError } from '../../platform/http/api-error.ts';
import { requestIdOf } from '../../platform/http/requests/request-id.ts';
import { offCodeOf } from './off-product.ts';

const PRODUCT = /\/api\/(v[\d.]+)\/product\/([^/?]+?)(?:\.json|\/images)?\/?(?:\?|$)/;

/** Returns the body of an error in the form of the version that was asked. */
export function buildOffError({ code: id, message, details }: ApiError, request: Request): object {
  const [, version = '', asked] = PRODUCT.exec(request.originalUrl) ?? [];
  const code = asked !== undefined && /^\d{1,24}$/.test(asked) ? offCodeOf(asked) : asked;
  const given = code === undefined ? {} : { code };
  const more = { request_id: requestIdOf(request), ...(details && { details }) };
  if (version.startsWith('v3')) {
    const nameOf = (name: string) => ({ name, lc_name: name });
    const error = {
      message: { id, ...nameOf(message) },
      field: { id: 'code', value: code },
      impact: { id: 'failure', ...nameOf('Failure') },
    };
    const result = { id: id === 'not_found' ? 'product_not_found' : id, ...nameOf(message) };
    return { ...given, status: 'failure', result, errors: [error], warnings: [], ...more };
  }
  const isMissing = id === 'not_found' && code !== undefined;
  const text = isMissing ? 'product not found' : message;
  return { ...given, status: 0, status_verbose: text, error: id, ...more };
}
