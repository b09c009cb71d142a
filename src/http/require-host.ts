import type { RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

/** HTTP/1.1 asks for a Host header (RFC 9112, 3.2). Node's own refusal would have neither envelope nor request id. */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && !request.headers.host) {
    throw new ApiError('invalid_request', 'The request has no Host header.');
  }
  next();
};
