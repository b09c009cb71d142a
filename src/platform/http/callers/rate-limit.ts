import type { Request as ExpressRequest, RequestHandler, Response } from 'express';
import { ApiError, tooManyCalls } from '../api-error.ts';
import type { CheckedCaller } from './caller.ts';
import { clientBucket } from './client-address.ts';

/** A caller's limits after a call was counted. */
export interface Standing {
  /** Name of the tier, which is the name of the policy. */
  tier: string;
  /** `address_limited`: the limit of all keys of the address or its network together; `minute` is that limit then. */
  refusal: 'rate_limited' | 'address_limited' | 'quota_exhausted' | undefined;
  /** Undefined: no limit. `resetAtS` is Unix seconds; `resetInS` is relative to now. */
  minute: { limit: number; remaining: number; resetAtS: number; resetInS: number } | undefined;
  /** Undefined: no limit, or unknown at the moment. */
  quota: { limit: number; used: number; remaining: number } | undefined;
}

/**
 * How a call uses the quota: `take` uses one call, `look` none. `charge` is for a call that was already counted in
 * its minute: it uses this many calls, or none if fewer are left.
 */
export type QuotaUse = 'take' | 'look' | { charge: number };

/**
 * Counts a call for its account, else for its address. Undefined if it could not be counted and may pass. Never
 * throws.
 */
export type MeterCall = (
  caller: CheckedCaller,
  addressBucket: string,
  quota: QuotaUse,
) => Promise<Standing | undefined>;

/** All headers about limits and quotas. CORS exposes them to web pages. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Quota-Limit',
  'X-Quota-Used',
  'X-Quota-Remaining',
  'X-Quota-Cost',
] as const;

const HOW_TO_REGISTER =
  'POST /api/v1/register with an e-mail address and a password gives you a key; send it as X-API-Key.';

interface RateLimitOptions {
  /** True: calls use no quota. */
  isFree?: boolean;
  /**
   * Defers the quota until the answer is known (`LaterQuota`), for calls that may be free and for paths that set
   * their own cost.
   */
  later?: { hasOwnCost: (path: string) => boolean };
}

/**
 * Checks the limit per minute, then the quota. Must come after the key check. Its headers are on every later answer.
 * An invalid key counts for its address here, to slow down guessing; the next handler refuses it.
 */
export function rateLimit(
  meter: MeterCall,
  { isFree = false, later }: RateLimitOptions = {},
): RequestHandler {
  return async (request, response, next) => {
    const { caller } = request;
    if (!caller) throw new Error('the key check has to come before the limits');
    const hasOwnCost = later?.hasOwnCost(request.path) ?? false;
    const isLater =
      later !== undefined && caller.kind !== 'invalid' && (hasOwnCost || mayCostNothing(request, caller));
    const standing = await meter(caller, clientBucket(request), isFree || isLater ? 'look' : 'take');
    if (standing) {
      response.set(buildLimitHeaders(standing));
      if (standing.refusal) throw buildRefusal(standing, caller);
    }
    if (!isLater) return next();
    request.laterQuota = openLaterQuota(meter, caller, request, response, standing);
    // Refuse now, so that a caller without quota cannot cause unpaid work.
    if (!hasOwnCost) request.laterQuota.requireLeft();
    next();
  };
}

/** Returns whether the answer may be a 304, which costs a caller with a key no quota. */
function mayCostNothing(request: ExpressRequest, caller: CheckedCaller): boolean {
  return caller.kind === 'key' && request.headers['if-none-match'] !== undefined;
}

/** The quota of a call that was counted only in its minute. Its cost is known while it is answered. */
interface LaterQuota {
  /** @throws ApiError `quota_exhausted` if less than the cost is left */
  requireLeft(): void;
  /**
   * Sets the cost of the answer, which may be 0, before the work is done; default 1.
   * @throws ApiError `quota_exhausted` if fewer calls are left
   */
  setCost(calls: number): Promise<void>;
  /**
   * Charges the cost once. Call it before any answer except a 304.
   * @throws ApiError `quota_exhausted` if fewer calls are left; then none is used
   */
  settle(): Promise<void>;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the limits if the quota is deferred. */
    laterQuota?: LaterQuota;
  }
}

function openLaterQuota(
  meter: MeterCall,
  caller: CheckedCaller,
  request: ExpressRequest,
  response: Response,
  standing: Standing | undefined,
): LaterQuota {
  let cost = 1;
  let isSettled = false;
  const requireLeft = () => {
    if (!standing?.quota || standing.quota.remaining >= cost) return;
    isSettled = true;
    throw buildRefusal({ ...standing, refusal: 'quota_exhausted' }, caller, cost);
  };
  const settle = async () => {
    if (isSettled) return;
    isSettled = true;
    if (cost === 0) return;
    const charged = await meter(caller, clientBucket(request), { charge: cost });
    if (!charged) return;
    response.set(buildLimitHeaders(charged));
    if (charged.refusal) throw buildRefusal(charged, caller, cost);
  };
  return {
    requireLeft,
    async setCost(calls) {
      cost = calls;
      requireLeft();
      if (!mayCostNothing(request, caller)) await settle();
    },
    settle,
  };
}

/** Builds our own headers, and those of draft-ietf-httpapi-ratelimit-headers for the limit per minute. */
function buildLimitHeaders({ tier, minute, quota }: Standing): Record<string, string> {
  const headers: Partial<Record<(typeof LIMIT_HEADERS)[number], string>> = {};
  if (minute) {
    // A string of a structured field must be ASCII, but operators name tiers freely.
    const policy = `"${tier.replaceAll(/[^\w.-]/g, '_')}"`;
    headers['X-RateLimit-Limit'] = String(minute.limit);
    headers['X-RateLimit-Remaining'] = String(minute.remaining);
    headers['X-RateLimit-Reset'] = String(minute.resetAtS);
    headers['RateLimit'] = `${policy};r=${minute.remaining};t=${minute.resetInS}`;
    headers['RateLimit-Policy'] = `${policy};q=${minute.limit};w=60`;
  }
  if (quota) {
    headers['X-Quota-Limit'] = String(quota.limit);
    headers['X-Quota-Used'] = String(quota.used);
    headers['X-Quota-Remaining'] = String(quota.remaining);
  }
  return headers;
}

function buildRefusal({ refusal, minute, quota }: Standing, caller: CheckedCaller, cost = 1): ApiError {
  const hasKey = caller.kind === 'key';
  if (refusal !== 'quota_exhausted') {
    const seconds = minute?.resetInS ?? 1;
    const message =
      refusal === 'address_limited'
        ? `More than ${minute?.limit} calls in a minute from your address or network, all its keys together. Try again in ${seconds} s, or ask the operator of this service for a key of your own tier.`
        : `More than ${minute?.limit} calls in a minute. Try again in ${seconds} s.` +
          (hasKey ? '' : ` A key allows more: ${HOW_TO_REGISTER}`);
    return tooManyCalls(message, seconds, { headers: { Connection: 'close' } });
  }
  if (quota && quota.remaining > 0) {
    return new ApiError(
      'quota_exhausted',
      `This call costs ${cost} calls of the quota, and ${quota.remaining} are left: none was used. Ask for less at once.`,
    );
  }
  return new ApiError(
    'quota_exhausted',
    hasKey
      ? `The ${quota?.limit} calls of this account are used up. Ask the operator of this service for more, or use the key of an account that has some left (POST /api/v1/register).`
      : `The ${quota?.limit} calls that an address has without a key are used up. ${HOW_TO_REGISTER}`,
  );
}
