import type { Request } from 'express';

/** Express setting that holds the configured address. */
export const PUBLIC_URL = 'public url';

/**
 * Returns the public address of the service without a trailing slash: `publicUrl` if configured, else from the
 * request's `Host`. Ignores `X-Forwarded-Host`, which caches do not vary by. Empty, so that addresses are relative,
 * if `Host` is invalid.
 */
export function findRoot(request: Request, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return trimRoot(publicUrl);
  const address = `${request.protocol}://${request.headers.host}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Removes trailing slashes. */
export function trimRoot(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '');
}
