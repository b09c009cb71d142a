import type { RequestHandler } from 'express';

/**
 * A compressed answer has other bytes than the one that its strong ETag was made from: there the tag may only be a
 * weak one (RFC 9110, 8.8.3.3). `If-None-Match` compares weakly, so either form gets its 304. Must stand before the
 * compression, whose own hook then runs first.
 */
export const weakenCompressedEtag: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
  response.writeHead = (...args: unknown[]) => {
    const tag = response.getHeader('ETag');
    if (response.hasHeader('Content-Encoding') && typeof tag === 'string' && !tag.startsWith('W/')) {
      response.setHeader('ETag', `W/${tag}`);
    }
    return writeHead(...args);
  };
  next();
};

/**
 * `Cache-Control: no-cache` of a request tells caches on the way to ask here (RFC 9111, 5.2.1.4), and `fetch` adds it to
 * every request to which its caller gave a tag. Express would take it for a wish to have the whole answer again.
 */
export const allowRevalidation: RequestHandler = (request, _response, next) => {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
};
