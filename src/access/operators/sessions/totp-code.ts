import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Factshelf';
/** As RFC 4226 advises, and what authenticators expect. */
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Steps that a clock may be off, either way. */
const TOLERANCE = 1;

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** What an authenticator is given: the secret for typing, and the text of its QR code. */
export function describeTotpSecret(secret: Buffer, email: string): { secret: string; otpauth_uri: string } {
  const totp = openTotp(secret, email);
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/** The time step (of 30 s, since 1970) that a code of six digits belongs to; undefined when it belongs to no recent step. */
export function findTotpStep(secret: Buffer, code: string, nowMs = Date.now()): number | undefined {
  const off = openTotp(secret).validate({ token: code, timestamp: nowMs, window: TOLERANCE });
  return off === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + off;
}

function openTotp(secret: Buffer, label = ''): TOTP {
  const bytes = Uint8Array.from(secret);
  return new TOTP({ issuer: ISSUER, label, period: PERIOD_S, secret: new Secret({ buffer: bytes.buffer }) });
}
