import type { RequestHandler } from 'express';
import { refuseInvalidKey } from '../http/callers/authenticate.ts';
import { keyGuard } from '../http/callers/key-guard.ts';
import type { MeterCall } from '../http/callers/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { ContributionLimits } from './contribution-limits.ts';

/**
 * What a contribution passes before its body is read: for a shop its key and the key's limit per minute; for anybody
 * else the limits of the address.
 */
export function guardContributionRoutes({
  meter,
  limits,
}: {
  meter: MeterCall | undefined;
  limits: ContributionLimits;
}): (item: Route) => RequestHandler[] {
  return (item) => {
    if (item.needsKey) return keyGuard(meter);
    if (item.path.includes('/images')) return [limits.pictures, refuseInvalidKey];
    return [item.method === 'get' ? limits.statusReads : limits.offers, refuseInvalidKey];
  };
}
