import type { RequestHandler } from 'express';

/**
 * Weakens the ETag of compressed answers, whose bytes differ from those it was made from (RFC 9110, 8.8.3.3). A 304 varies
 * by what its 200 varies by.
 * `If-None-Match` compares weakly, so both forms get a 304. Must be mounted before the compression, so that the
 * compression's hook runs first.
 */
export const weakenCompressedEtag: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
  response.writeHead = (...args: unknown[]) => {
    const tag = response.getHeader('ETag');
    // The compression looks at the content type, which a 304 has not.
    if (response.statusCode === 304) response.vary('Accept-Encoding');
    if (response.hasHeader('Content-Encoding') && typeof tag === 'string' && !tag.startsWith('W/')) {
      response.setHeader('ETag', `W/${tag}`);
    }
    return writeHead(...args);
  };
  next();
};

/**
 * Ignores `Cache-Control: no-cache` of conditional requests. It tells caches to revalidate here (RFC 9111, 5.2.1.4),
 * and `fetch` adds it to requests with an ETag. Express would answer 200 with the whole body.
 */
export const allowRevalidation: RequestHandler = (request, _response, next) => {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
};
