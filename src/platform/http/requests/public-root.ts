import type { Request } from 'express';

/**
 * The address of the service as its callers know it, without a slash at its end; `publicUrl`: where it is configured, else what
 * the request names. Empty, so that addresses are relative, where the request names an invalid host.
 */
export function findRoot(request: Request, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const address = `${request.protocol}://${request.host}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}
