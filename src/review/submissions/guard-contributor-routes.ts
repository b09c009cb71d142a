import type { RequestHandler } from 'express';
import { refuseInvalidKey, keyGuard } from '../../platform/http/callers/authenticate.ts';
import type { MeterCall } from '../../platform/http/callers/rate-limit.ts';
import type { Route } from '../../platform/http/route.ts';
import type { SubmissionLimits } from '../../access/limits/submission-limits.ts';

/**
 * Returns the checks that run before a submission's body is read. For shops: the key and its limit per minute. For
 * everyone else: the limits of the address.
 */
export function guardContributorRoutes({
  meter,
  limits,
}: {
  meter: MeterCall | undefined;
  limits: SubmissionLimits;
}): (item: Route) => RequestHandler[] {
  return (item) => {
    if (item.needsKey) return keyGuard(meter);
    if (item.path.includes('/images')) return [limits.pictures, refuseInvalidKey];
    return [item.method === 'get' ? limits.statusReads : limits.submissions, refuseInvalidKey];
  };
}
