import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pfk_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 8;
const FORM = /^pfk_[0-9A-Za-z]{36}$/;
/** Largest multiple of 62 within a byte. Larger bytes are skipped: they would favour the first characters. */
const UNBIASED = 248;

/**
 * Returns the text of a new API key: `pfk_`, 30 random base62 characters (178 bits) and their CRC-32 in 6 characters.
 * The checksum lets secret scanners recognise a key, and lets the service refuse a mistyped one without a query.
 */
export function createKeyText(): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < UNBIASED && random.length < RANDOM_LENGTH) random += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return PREFIX + random + buildChecksum(random);
}

/** Returns whether a text has the format and checksum of a key. */
export function isKeyText(text: string): boolean {
  const checksumAt = PREFIX.length + RANDOM_LENGTH;
  return FORM.test(text) && buildChecksum(text.slice(PREFIX.length, checksumAt)) === text.slice(checksumAt);
}

/** Returns the stored hash of a key. Plain SHA-256 is enough, because 178 random bits cannot be guessed. */
export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the first characters of a key, by which its owner recognises it. */
export function shownPrefix(text: string): string {
  return text.slice(0, SHOWN_LENGTH);
}

function buildChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
