import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pfk_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 8;
const FORM = /^pfk_[0-9A-Za-z]{36}$/;
/** The largest multiple of 62 that a byte can reach: higher bytes would make the first characters likelier. */
const UNBIASED = 248;

/**
 * The text of a new API key: `pfk_`, 30 random base62 characters (178 bits) and 6 of their CRC-32, so that secret
 * scanners recognise one and a mistyped one is told from an unknown one without asking the database.
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

/** Whether a text has the form and the checksum of a key. */
export function isKeyText(text: string): boolean {
  const checksumAt = PREFIX.length + RANDOM_LENGTH;
  return FORM.test(text) && buildChecksum(text.slice(PREFIX.length, checksumAt)) === text.slice(checksumAt);
}

/** The stored hash of a key. A plain hash is enough, because 178 random bits cannot be guessed. */
export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The characters by which its owner recognises a key. */
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
