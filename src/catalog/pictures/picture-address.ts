import type { Picture } from '../products/picture-contract.ts';
import type { Product } from '../products/product-contract.ts';

/** The path of the drawings of demo products; each drawing serves for every size. */
export const DEMO_PICTURES = '/pictures/demo/';

/** The most pixels of the longer side of each stored size. A picture is never enlarged. */
export const PICTURE_SIZES = [200, 400, 1200] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/**
 * Returns the address of a picture in full size.
 * @param publicUrl public address of the service; without it the address is relative
 * @param sha256 of the picture in its full size, in hexadecimal
 */
export function buildPictureAddress(publicUrl: string | undefined, sha256: string): string {
  return `${publicUrl?.replace(/\/+$/, '') ?? ''}/images/${sha256}/1200.webp`;
}

/** Returns the other sizes of a picture by the address of its full size. */
export function listSizes(url: string): { 100: null; 200: string; 400: string; full: string } {
  const inSize = (size: PictureSize) => url.replace(/1200\.webp$/, `${size}.webp`);
  return { 100: null, 200: inSize(200), 400: inSize(400), full: url };
}

/**
 * Returns the product with absolute addresses of its own pictures. They are stored without a host if the service knew
 * none; those of the demo always are.
 * @param root address of the service without a trailing slash
 */
export function withAbsolutePictures(product: Product, root: string): Product {
  if (!product.pictures.some(({ urls }) => urls.full.startsWith('/'))) return product;
  return {
    ...product,
    pictures: product.pictures.map((picture) => {
      const { urls } = picture;
      const full = root + urls.full;
      if (!urls.full.startsWith('/')) return picture;
      return {
        ...picture,
        urls: {
          100: makeAbsolute(urls[100], root),
          200: makeAbsolute(urls[200], root),
          400: makeAbsolute(urls[400], root),
          full,
        },
      };
    }),
  };
}

/** Returns the address, prefixed with the root of the service if it has no host. */
export function makeAbsolute(address: string | null, root: string): string | null {
  return address?.startsWith('/') ? root + address : address;
}

/** Returns the picture that represents a product: its front, or any. */
export function chooseFront(pictures: readonly Picture[]): Picture | undefined {
  return pictures.find(({ role }) => role === 'front') ?? pictures[0];
}

/** Returns the address of a small picture for lists; null without a picture. */
export function chooseThumbnail(pictures: readonly Picture[]): string | null {
  const urls = chooseFront(pictures)?.urls;
  return urls ? (urls[200] ?? urls[400] ?? urls.full) : null;
}

const DRAWING = `${DEMO_PICTURES}[a-z0-9-]+\\.svg`;
const OWN = new RegExp(`"(?=/images/[0-9a-f]{64}/\\d+\\.webp"|${DRAWING}")`, 'g');

/** Does the same in the JSON of products. */
export function makePicturesAbsolute(json: string, root: string): string {
  return json.replaceAll(OWN, `"${root}`);
}

const OWN_DRAWING = new RegExp(`^${DRAWING}$`);

/** Returns whether the address is that of a demo product's drawing, which this service makes itself. */
export function isDrawing(url: string): boolean {
  return OWN_DRAWING.test(url);
}

const DRAWING_ELSEWHERE = new RegExp(`^https?://.+(?=${DRAWING}$)`);

/**
 * Returns the address to store for a picture from another Factshelf: drawings of demo products become relative,
 * because this service draws them too.
 */
export function readForeignAddress(url: string): string {
  return url.replace(DRAWING_ELSEWHERE, '');
}
