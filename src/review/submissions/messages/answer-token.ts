import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 192 random bits. An id is no secret: everyone who submits the same gets it. */
export function createAnswerToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The stored hash of a token. */
export function hashAnswerToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isAnswerToken(token: string, hash: Buffer | null): boolean {
  return hash !== null && timingSafeEqual(hashAnswerToken(token), hash);
}
