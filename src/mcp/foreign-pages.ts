import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { ApiError } from '../platform/http/api-error.ts';

/**
 * Refuses requests from web pages of other sites, including names that resolve to this machine (DNS rebinding). A
 * page is accepted if its origin is `publicUrl`. Without `publicUrl`, its origin must be the called address, and an
 * IP address or `localhost`. Programs send no `Origin`.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning
 */
export function refuseForeignPages(publicUrl: string | undefined): RequestHandler {
  return (request, _response, next) => {
    const { origin, host } = request.headers;
    if (origin === undefined || isOwn(origin, host, publicUrl)) return next();
    throw new ApiError('forbidden', 'This request comes from a web page of another site.');
  };
}

function isOwn(text: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(text)) return false;
  const origin = new URL(text);
  if (publicUrl !== undefined) return origin.origin === new URL(publicUrl).origin;
  const name = origin.hostname.replace(/^\[(.*)\]$/, '$1');
  return origin.host === host && (name === 'localhost' || isIP(name) !== 0);
}
