import { constants } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { lowerPriority } from '../../../platform/processes/lower-priority.ts';
import { PICTURE_SIZES, type PictureSize } from '../../../catalog/pictures/picture-address.ts';
import {
  LONGEST_SIDE,
  MOST_PIXELS,
  type DecodedPicture,
  type DecodingAnswer,
  type Unreadable,
} from './decoding.ts';

/**
 * A process that decodes one untrusted picture, returns the stored sizes, and ends. A decoder exploit finds no
 * connection, no key and no other picture here.
 */

/** The only enabled decoders, whatever format the file claims to have. */
const READERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];
const [, , FULL] = PICTURE_SIZES;
const QUALITY = 80;
/** Size for the difference hash: eight differences in each of eight rows. */
const LIKENESS = { width: 9, height: 8 };

class Refused extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

async function decode(file: Uint8Array): Promise<DecodedPicture> {
  const { width, height, pages = 1 } = await read(() => sharp(file, { limitInputPixels: false }).metadata());
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
    throw new Refused('too_many_pixels');
  if (pages > 1) throw new Refused('animated');
  const { data, info } = await read(() =>
    // Accept warnings, which files of many cameras cause, but not truncated files.
    shrink(sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient(), FULL)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const { channels } = info;
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels } });
  const rendition = async (size: PictureSize) =>
    await shrink(pixels(), size).webp({ quality: QUALITY }).toBuffer();
  return {
    width: info.width,
    height: info.height,
    renditions: { 200: await rendition(200), 400: await rendition(400), 1200: await rendition(1200) },
    likeness: await measureLikeness(pixels()),
  };
}

/** @param size maximum pixels of the longer side */
function shrink(image: Sharp, size: PictureSize): Sharp {
  return image.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });
}

async function measureLikeness(image: Sharp): Promise<bigint> {
  const { width, height } = LIKENESS;
  const grey = await image
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < height; row += 1) {
    for (let column = 1; column < width; column += 1) {
      const at = row * width + column;
      bits = (bits << 1n) | ((grey[at - 1] ?? 0) < (grey[at] ?? 0) ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, bits);
}

async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Decoders report a lack of memory in different words.
    const isPoor = error instanceof Error && /memory|alloc/i.test(error.message);
    throw new Refused(isPoor ? 'too_costly' : 'unreadable', error);
  }
}

async function answer(file: Uint8Array): Promise<DecodingAnswer> {
  try {
    return { picture: await decode(file) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    throw error;
  }
}

// Requests come first. At the lowest priority a busy machine would leave a picture undecoded.
lowerPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
// The parent process is gone.
process.once('disconnect', () => process.exit(0));
process.once('message', (file: Uint8Array) => {
  void answer(file).then((given) => process.send?.(given));
});
