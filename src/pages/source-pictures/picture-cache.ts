import { createHash } from 'node:crypto';
import cacache from 'cacache';
import type { Logger } from 'pino';
import { PICTURE_SIZES, type PictureSize } from '../../catalog/pictures/picture-address.ts';
import { shareSlots } from '../../platform/share-slots.ts';
import type { DecodePicture } from '../../review/pictures/decoding/decode-picture.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { FetchPicture } from './fetch-picture.ts';

export interface PictureCache {
  /**
   * Returns a picture in a size, as WebP, or undefined if its host does not have it.
   * @param sender the rate-limit bucket of the client: a client with many requests delays only itself
   * @throws ApiError `unavailable` when too many pictures are queued
   */
  read(address: string, size: PictureSize, sender: string): Promise<Buffer | undefined>;
}

export interface PictureCacheOptions {
  folder: string;
  mostBytes: number;
  fetchPicture: FetchPicture;
  decodePicture: DecodePicture;
  logger: Logger;
  now?: () => number;
}

/** A selected picture never changes under its address, but may be taken down. */
const FRESH_MS = 30 * 86_400_000;
/** How long a failed fetch is not retried. */
const FAILED_MS = 3_600_000;
const MOST_FAILED = 10_000;
/** A page shows a few dozen pictures; each waits for a fetch and a decoding process. */
const PLACES = { atOnce: 4, waiting: 200, atOnceEach: 4, waitingEach: 100, retryAfterS: 5 };
const PATIENCE_MS = 20_000;
/** Removes the oldest after this share of the limit was added, until this share is left. */
const SWEPT_AFTER = 0.05;
const LEFT = 0.9;

type Renditions = Partial<Record<PictureSize, Buffer>>;

/**
 * Caches pictures of sources on disk: fetched once, re-encoded from their pixels, and refetched when old. Processes
 * may share the folder, which may be emptied at any time.
 */
export function createPictureCache(options: PictureCacheOptions): PictureCache {
  const { folder, mostBytes, fetchPicture, decodePicture, logger, now = Date.now } = options;
  const underWay = new Map<string, Promise<Renditions>>();
  const failed = new Map<string, number>();
  const inTurn = shareSlots(PLACES);
  let added = Infinity;

  const keyOf = (address: string, size: PictureSize) => `${size} ${address}`;

  async function find(
    address: string,
    size: PictureSize,
  ): Promise<{ bytes: Buffer; isFresh: boolean } | undefined> {
    const info = await cacache.get.info(folder, keyOf(address, size));
    if (!info) return undefined;
    const bytes = await cacache.get.byDigest(folder, info.integrity).catch(() => undefined);
    return bytes && { bytes, isFresh: now() - info.time < FRESH_MS };
  }

  /** Shared by all concurrent requests. */
  function renew(address: string, sender: string): Promise<Renditions> {
    const known = underWay.get(address);
    if (known) return known;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const renewing = inTurn(sender, () => fetchAndKeep(address, signal), signal).finally(() =>
      underWay.delete(address),
    );
    underWay.set(address, renewing);
    return renewing;
  }

  async function fetchAndKeep(address: string, signal: AbortSignal): Promise<Renditions> {
    if (now() < (failed.get(address) ?? 0)) return {};
    const file = await fetchPicture(address);
    const decoded =
      file &&
      (await decodePicture(file, {
        // Clients have already queued above, so each picture counts as a separate sender here.
        sender: address,
        sha256: createHash('sha256').update(file).digest(),
        signal,
      }).catch((error: unknown) => {
        if (isRefused(error)) return undefined;
        throw error;
      }));
    if (!decoded) {
      failed.set(address, now() + FAILED_MS);
      const [oldest = address] = failed.keys();
      if (failed.size > MOST_FAILED) failed.delete(oldest);
      return {};
    }
    const renditions: Renditions = {};
    for (const size of PICTURE_SIZES) {
      const bytes = Buffer.from(decoded.renditions[size]);
      renditions[size] = bytes;
      // The picture is served even if the disk is full.
      await cacache.put(folder, keyOf(address, size), bytes).catch((error: unknown) => {
        logger.warn({ err: error }, 'a picture of a source could not be cached');
      });
      added += bytes.length;
    }
    if (added > mostBytes * SWEPT_AFTER) {
      added = 0;
      await sweep(folder, mostBytes);
    }
    return renditions;
  }

  return {
    async read(address, size, sender) {
      const found = await find(address, size);
      if (!found) return (await renew(address, sender))[size];
      // An old picture is served while it is refetched, and also if its host no longer has it.
      if (!found.isFresh) void renew(address, sender).catch(() => undefined);
      return found.bytes;
    },
  };
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'validation_failed';

/** Removes the oldest pictures until the rest is small enough. */
async function sweep(folder: string, mostBytes: number): Promise<void> {
  const kept = Object.values(await cacache.ls(folder)).toSorted((a, b) => a.time - b.time);
  let bytes = kept.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= mostBytes) return;
  const tooOld = kept.filter(({ size }) => {
    const isTooOld = bytes > mostBytes * LEFT;
    if (isTooOld) bytes -= size;
    return isTooOld;
  });
  // Identical pictures share their bytes.
  const needed = new Set(kept.slice(tooOld.length).map(({ integrity }) => integrity));
  for (const { key, integrity } of tooOld) {
    await cacache.rm.entry(folder, key);
    if (!needed.has(integrity)) await cacache.rm.content(folder, integrity);
  }
}
