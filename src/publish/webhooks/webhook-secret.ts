import { randomBytes } from 'node:crypto';

/** Standard Webhooks permits 24 to 64 bytes. */
const BYTES = 32;

export function createSecret(): Buffer {
  return randomBytes(BYTES);
}

/** Returns the secret in the format of Standard Webhooks and its libraries: `whsec_` and Base64. */
export function formatSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
