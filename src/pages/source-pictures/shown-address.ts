import { readImageAddress } from '../../catalog/pictures/open-facts-images.ts';
import { SOURCE_PICTURES } from '../../facts/registry/open-facts-hosts.ts';

const OWN = /^\/(?:images\/[0-9a-f]{64}|pictures\/demo)\//;

/**
 * Returns the address by which a page shows a picture: always one of this service, so that no other host learns about
 * readers. Null if the service does not fetch pictures from its host.
 */
export function showPicture(url: string): string | null {
  const { host, pathname } = new URL(url, 'http://localhost');
  if (OWN.test(pathname)) return pathname;
  return readImageAddress(url) ? `${SOURCE_PICTURES}${host}${pathname}` : null;
}
