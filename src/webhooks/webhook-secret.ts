import { randomBytes } from 'node:crypto';

/** Of Standard Webhooks: 24 to 64 bytes. */
const BYTES = 32;

export function createSecret(): Buffer {
  return randomBytes(BYTES);
}

/** As Standard Webhooks writes a shared secret, and as its libraries take it: `whsec_` and Base64. */
export function formatSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
