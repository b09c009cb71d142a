import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { canonicalJson } from '../../text/canonical-json.ts';
import { ApiError } from '../api-error.ts';

/** Short keys can be guessed, and a key is part of what encrypts the answer. */
const LEAST_KEY_LENGTH = 16;
const MOST_KEY_LENGTH = 255;
/** Visible ASCII without the characters that end or escape a string. A repeated header is joined by commas. */
const KEY = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]*$/;

/** The header in the description of an endpoint. */
export const IDEMPOTENCY_HEADER = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'A new UUID for each write, and the same one for a repeat of it: within 24 hours the repeat gets the first answer ' +
        'and writes nothing. 16 to 255 visible ASCII characters, in quotes or without.',
      example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    }),
});

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/**
 * Returns the `Idempotency-Key`, which may be a string of a structured field (in quotes) or plain.
 * @throws ApiError `invalid_request`
 */
export function readIdempotencyKey({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined) return undefined;
  const key = String(given).replace(/^"(.*)"$/, '$1');
  if (key.length >= LEAST_KEY_LENGTH && key.length <= MOST_KEY_LENGTH && KEY.test(key)) return key;
  throw new ApiError(
    'invalid_request',
    `The Idempotency-Key must have ${LEAST_KEY_LENGTH} to ${MOST_KEY_LENGTH} visible ASCII characters, without quotes ` +
      'inside, commas and backslashes, and be sent once. A UUID is a good key.',
    { details: { header: 'Idempotency-Key' } },
  );
}

/** What the database knows of a request, and the secret that encrypts its answer. */
export interface KeyedRequest {
  id: Buffer;
  requestHash: Buffer;
  secret: Buffer;
}

/**
 * Derives all three from the key and the credentials, which are not stored, so that the database alone decrypts no
 * answer. The secret depends on the request too, which may hold a password.
 */
export function deriveKeyedRequest({
  key,
  credentials,
  request,
}: {
  key: string;
  credentials: readonly unknown[];
  request: unknown;
}): KeyedRequest {
  const digest = createHash('sha256').update(canonicalJson(request)).digest();
  const salt = canonicalJson(credentials);
  const derive = (purpose: string, ...parts: Buffer[]) =>
    Buffer.from(hkdfSync('sha256', Buffer.concat([Buffer.from(key), ...parts]), salt, purpose, SECRET_BYTES));
  return { id: derive('id'), requestHash: derive('request', digest), secret: derive('answer', digest) };
}

/** Encrypts an answer. */
export function sealAnswer(secret: Buffer, answer: unknown): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secret, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** @throws Error if it was sealed with another secret, or changed */
export function openAnswer(secret: Buffer, sealed: Buffer): unknown {
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}
