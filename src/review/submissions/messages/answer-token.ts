import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 192 random bits. The id is no secret: everyone who submits the same content gets it. */
export function createAnswerToken(): string {
  return randomBytes(24).toString('base64url');
}

export function hashAnswerToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isAnswerToken(token: string, hash: Buffer | null): boolean {
  return hash !== null && timingSafeEqual(hashAnswerToken(token), hash);
}
