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
