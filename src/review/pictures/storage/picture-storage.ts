import type { PictureSize } from '../../../catalog/pictures/picture-address.ts';
import { ApiError } from '../../../platform/http/api-error.ts';

/** Stores pictures by the SHA-256 of their full size, in hexadecimal. */
export interface PictureStorage {
  /** Durable once it resolves, all sizes or none. Idempotent; saving again renews the time in `list`. */
  save(sha256: string, renditions: Readonly<Record<PictureSize, Uint8Array>>): Promise<void>;
  /** Undefined if the picture is not stored. */
  read(sha256: string, size: PictureSize): Promise<Buffer | undefined>;
  /** Does nothing if the picture is not stored. */
  remove(sha256: string): Promise<void>;
  /** Yields every picture at least once, with the time of its last save. */
  list(): AsyncIterable<{ sha256: string; savedAt: Date }>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** Guards names from requests, which become a part of a path. */
export function isPictureName(text: string): boolean {
  return SHA256.test(text);
}

/** @throws ApiError `unavailable`, caused by `error` */
export function storageFailed(error: unknown): never {
  throw new ApiError('unavailable', 'Pictures cannot be kept or read at the moment. Try again in a moment.', {
    headers: { 'Retry-After': '30' },
    cause: error,
  });
}
