import type { ErrorRequestHandler, Request as ExpressRequest, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { describeDatabaseRefusal, isDatabaseUnavailable } from '../db/database-error.ts';
import { ApiError, buildErrorBody, buildProblem, PROBLEM_MEDIA_TYPE } from './api-error.ts';
import { createFailureLog } from './failure-log.ts';
import { findRoot, PUBLIC_URL } from './requests/public-root.ts';
import { requestIdOf } from './requests/request-id.ts';

export const unknownRoute: RequestHandler = () => {
  throw new ApiError(
    'not_found',
    'There is no such resource. The interface is described at /api/v1/openapi.json.',
  );
};

/**
 * The only place that turns errors into answers. Other errors than `ApiError` are logged, and their text is not sent.
 * Each bug is logged by itself; an outage is logged once.
 */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  const failures = createFailureLog(logger);
  // Express recognises an error handler by its four parameters.
  return async (error: unknown, request, response, _next) => {
    // A failed request costs quota like a successful one, even if the caller has left. A call that is refused as
    // `rate_limited` uses none.
    const isTooMany = error instanceof ApiError && error.code === 'rate_limited';
    const refused = isTooMany ? undefined : await settleQuota(request);
    // The caller has left: the aborted work is no failure, and nobody reads the answer.
    if (request.socket.destroyed) return;
    const apiError = toApiError(refused ?? error);
    const requestId = requestIdOf(request);
    if (apiError.code === 'unavailable') {
      failures.report(apiError.isShed ? 'warn' : 'error', apiError.message, apiError.cause ?? error, {
        request_id: requestId,
      });
    } else if (apiError.status >= 500) {
      logger.error({ err: apiError.cause ?? error, request_id: requestId }, apiError.message);
    }
    // Too late for an envelope. Close the connection, so that the caller does not take the partial body for a
    // complete one.
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    // These headers describe the resource, such as a file whose range is refused.
    for (const name of ['Content-Type', 'Content-Encoding', 'ETag']) response.removeHeader(name);
    response.set(apiError.headers).set('Cache-Control', 'no-store');
    if (request.showError) return request.showError(apiError);
    response.status(apiError.status);
    if (request.accepts(['application/json', PROBLEM_MEDIA_TYPE]) === PROBLEM_MEDIA_TYPE) {
      const root = findRoot(request, request.app.get(PUBLIC_URL) as string | undefined);
      // Sent as bytes: for text, Express would add a charset, which this media type does not have.
      const problem = Buffer.from(JSON.stringify(buildProblem(apiError, requestId, root)));
      response.type(PROBLEM_MEDIA_TYPE).send(problem);
      return;
    }
    response.json(buildErrorBody(apiError.code, apiError.message, requestId, apiError.details));
  };
}

/** Charges the deferred quota. Returns the error if it is exhausted. */
async function settleQuota(request: ExpressRequest): Promise<unknown> {
  try {
    return await request.laterQuota?.settle();
  } catch (refusal) {
    return refusal;
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) {
    const isThere = describeDatabaseRefusal(error) !== undefined;
    const what = isThere ? 'The database cannot do this now' : 'The database cannot be reached';
    return new ApiError('unavailable', `${what}. Try again in a moment.`, {
      cause: error,
      headers: { 'Retry-After': '1' },
    });
  }
  const status = (error as { status?: unknown } | null)?.status;
  // Errors of Express, such as a bad percent escape in the path.
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
