import type { Request, RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';

/** Methods without side effects. */
export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Refuses writes from pages of other sites. Browsers send the request's origin; other programs send none of these
 * headers.
 * @param publicUrl public URL of the service, if configured
 */
export function refuseOtherSites(publicUrl?: string): RequestHandler {
  return (request, _response, next) => {
    if (!READS.has(request.method) && isFromOtherSite(request, publicUrl))
      throw new ApiError('csrf_failed', 'This request comes from a page of another site.');
    next();
  };
}

function isFromOtherSite(request: Request, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return true;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const own = [request.headers.host, request.host, publicUrl && new URL(publicUrl).host];
  return !own.includes(new URL(origin).host);
}
