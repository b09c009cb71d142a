import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/database-error.ts';
import { ApiError, buildErrorBody } from './api-error.ts';
import { requestIdOf } from './request-id.ts';

export const unknownRoute: RequestHandler = () => {
  throw new ApiError(
    'not_found',
    'There is no such resource. The interface is described at /api/v1/openapi.json.',
  );
};

/** The one place where errors become answers. What is not an `ApiError` is logged once, and its text stays here. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    // The caller is gone: what broke off because of that is no failure, and nobody reads the answer.
    if (request.socket.destroyed) return;
    const apiError = toApiError(error);
    if (apiError.status >= 500) {
      logger.error({ err: apiError.cause ?? error, request_id: requestIdOf(request) }, apiError.message);
    }
    // Too late for an envelope: end the connection, so that the caller does not take half a body for a whole one.
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    response.set(apiError.headers).set('Cache-Control', 'no-store');
    response
      .status(apiError.status)
      .json(buildErrorBody(apiError.code, apiError.message, requestIdOf(request), apiError.details));
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) {
    return new ApiError('unavailable', 'The database cannot be reached. Try again in a moment.', {
      cause: error,
      headers: { 'Retry-After': '1' },
    });
  }
  const status = (error as { status?: unknown } | null)?.status;
  // What Express refuses, such as a bad percent escape in the path.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ApiError('invalid_request', 'The request is malformed.', { cause: error });
  }
  return new ApiError(
    'internal_error',
    'Something went wrong here. It has been noted under this request id.',
    {
      cause: error,
    },
  );
}
