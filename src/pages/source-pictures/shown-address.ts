import { readImageAddress } from '../../catalog/pictures/open-facts-images.ts';

/** Where pictures of sources are served; after it follows their own address without `https://`. */
export const SOURCE_PICTURES = '/pictures/from/';

const OWN = /^\/(?:images\/[0-9a-f]{64}|pictures\/demo)\//;

/**
 * Returns the address by which a page shows a picture: always one of this service, so that no other host is told of its readers.
 * Null: the picture is of a host that is not asked for pictures.
 */
export function showPicture(url: string): string | null {
  const { host, pathname } = new URL(url, 'http://localhost');
  if (OWN.test(pathname)) return pathname;
  return readImageAddress(url) ? `${SOURCE_PICTURES}${host}${pathname}` : null;
}
