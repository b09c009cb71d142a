import type { RequestHandler } from 'express';
import { requireKey } from './authenticate.ts';
import { rateLimit, type MeterCall } from './rate-limit.ts';

/** What a request to a route with `needsKey` passes: the key's limit per minute, without its quota, and the key. */
export function keyGuard(meter: MeterCall | undefined): RequestHandler[] {
  return [...(meter ? [rateLimit(meter, { isFree: true })] : []), requireKey];
}
