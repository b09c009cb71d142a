import type { PictureSize } from '../../../catalog/pictures/picture-address.ts';
import { ApiError } from '../../../platform/http/api-error.ts';

/** Where pictures are kept, by the SHA-256 of each in its full size, in hexadecimal. */
export interface PictureStorage {
  /** Kept for good when it resolves, all sizes or none; again is the same, and makes it new for `list`. */
  save(sha256: string, renditions: Readonly<Record<PictureSize, Uint8Array>>): Promise<void>;
  /** Undefined: it is not there. */
  read(sha256: string, size: PictureSize): Promise<Buffer | undefined>;
  /** Of one that is not there nothing is removed. */
  remove(sha256: string): Promise<void>;
  /** All that is there, each once or several times, with when it was last saved. */
  list(): AsyncIterable<{ sha256: string; savedAt: Date }>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** So that a name that others give can be a part of a path. */
export function isPictureName(text: string): boolean {
  return SHA256.test(text);
}

/** @throws ApiError `unavailable`, with what has failed as its cause */
export function storageFailed(error: unknown): never {
  throw new ApiError('unavailable', 'Pictures cannot be kept or read at the moment. Try again in a moment.', {
    headers: { 'Retry-After': '30' },
    cause: error,
  });
}
