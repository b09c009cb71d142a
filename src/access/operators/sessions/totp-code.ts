import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Factshelf';
/** The length that RFC 4226 recommends and authenticators expect. */
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Steps by which a clock may be off, either way. */
const TOLERANCE = 1;

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns what an authenticator needs: the secret for typing, and the text of its QR code. */
export function describeTotpSecret(secret: Buffer, email: string): { secret: string; otpauth_uri: string } {
  const totp = openTotp(secret, email);
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/** Returns the time step (30 s, since 1970) of a six-digit code, or undefined if no recent step has it. */
export function findTotpStep(secret: Buffer, code: string, nowMs = Date.now()): number | undefined {
  const off = openTotp(secret).validate({ token: code, timestamp: nowMs, window: TOLERANCE });
  return off === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + off;
}

function openTotp(secret: Buffer, label = ''): TOTP {
  const bytes = Uint8Array.from(secret);
  return new TOTP({ issuer: ISSUER, label, period: PERIOD_S, secret: new Secret({ buffer: bytes.buffer }) });
}
