/** The most pixels of the longer side of each stored size. A picture is never enlarged. */
export const PICTURE_SIZES = [200, 400, 1200] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/**
 * Where a picture is served, in its full size.
 * @param publicUrl where callers reach the service; without it the address is relative to the service
 * @param sha256 of the picture in its full size, in hexadecimal
 */
export function buildPictureAddress(publicUrl: string | undefined, sha256: string): string {
  return `${publicUrl?.replace(/\/+$/, '') ?? ''}/images/${sha256}/1200.webp`;
}

/** The other sizes of a picture by the address of its full size. */
export function listSizes(url: string): { 100: null; 200: string; 400: string; full: string } {
  const inSize = (size: PictureSize) => url.replace(/1200\.webp$/, `${size}.webp`);
  return { 100: null, 200: inSize(200), 400: inSize(400), full: url };
}
