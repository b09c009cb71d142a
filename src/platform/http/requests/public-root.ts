import type { Request } from 'express';

/** The setting of the Express app that holds the configured address. */
export const PUBLIC_URL = 'public url';

/**
 * The address of the service as its callers know it, without a slash at its end; `publicUrl`: where it is configured, else what
 * the request names, by `Host` alone: a cache keeps answers apart by it, and not by `X-Forwarded-Host`. Empty, so that addresses
 * are relative, where the request names an invalid host.
 */
export function findRoot(request: Request, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return trimRoot(publicUrl);
  const address = `${request.protocol}://${request.headers.host}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Returns an address without the slashes at its end. */
export function trimRoot(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '');
}
