/** Text compresses ten or twenty times; a larger factor indicates a file that is made to fill time and memory. */
const MOST_GROWTH = 150;
const HARMLESS_BYTES = 50 * 1024 * 1024;

/** Returns whether so many bytes are too many to have come out of a compressed file. */
export function isUnpackedTooLarge(unpackedBytes: number, compressedBytes: number): boolean {
  return unpackedBytes > HARMLESS_BYTES && unpackedBytes > MOST_GROWTH * compressedBytes;
}
