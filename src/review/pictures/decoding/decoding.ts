import type { PictureSize } from '../../../catalog/pictures/picture-address.ts';

/** A stored picture: encoded again from its pixels, without any other data of the file. */
export interface DecodedPicture {
  /** Of the full size, in pixels. */
  width: number;
  height: number;
  /** WebP, by the size. */
  renditions: Record<PictureSize, Uint8Array>;
  /** 64 bits, signed: of pictures that look alike few differ (a difference hash). */
  likeness: bigint;
}

/** Why a file is not taken. */
export type Unreadable = 'unreadable' | 'too_many_pixels' | 'animated' | 'too_costly';

/** What the decoding process answers. */
export type DecodingAnswer = { picture: DecodedPicture } | { refused: Unreadable };

/** A camera's largest; a file of some kilobytes can say that it has four billion. */
export const MOST_PIXELS = 50_000_000;
/** The longest side, of 2^14 - 1 as in WebP: a decoder takes far longer for as many pixels in millions of rows. */
export const LONGEST_SIDE = 16_383;
