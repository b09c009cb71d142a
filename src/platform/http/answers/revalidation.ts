import type { RequestHandler } from 'express';

/**
 * `Cache-Control: no-cache` of a request tells caches on the way to ask here (RFC 9111, 5.2.1.4), and `fetch` adds it to
 * every request to which its caller gave a tag. Express would take it for a wish to have the whole answer again.
 */
export const allowRevalidation: RequestHandler = (request, _response, next) => {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
};
