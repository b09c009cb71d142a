import type { PictureSize } from '../../../catalog/pictures/picture-address.ts';

/** A stored picture, re-encoded from its pixels without other data of the file. */
export interface DecodedPicture {
  /** Pixels of the full size. */
  width: number;
  height: number;
  /** WebP files by size. */
  renditions: Record<PictureSize, Uint8Array>;
  /** Difference hash: 64 bits, signed. Pictures that look alike differ in few bits. */
  likeness: bigint;
}

/** Why a file is refused. */
export type Unreadable = 'unreadable' | 'too_many_pixels' | 'animated' | 'too_costly';

/** The answer of the decoding process. */
export type DecodingAnswer = { picture: DecodedPicture } | { refused: Unreadable };

/** More than cameras take. A file of a few kilobytes may claim four billion pixels. */
export const MOST_PIXELS = 50_000_000;
/** WebP's limit, 2^14 - 1. Decoding the same number of pixels takes far longer in millions of rows. */
export const LONGEST_SIDE = 16_383;
