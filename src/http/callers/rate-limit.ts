import type { RequestHandler } from 'express';
import { ApiError } from '../api-error.ts';
import type { CheckedCaller } from './caller.ts';
import { clientBucket } from './client-address.ts';

/** What a caller may do and has left, after one call has been counted. */
export interface Standing {
  /** Name of the policy. */
  tier: string;
  /** `address_limited`: all keys of the address, or of its network, together; `minute` is theirs then. */
  refusal: 'rate_limited' | 'address_limited' | 'quota_exhausted' | undefined;
  /** Undefined: no limit. `resetAtS` is in Unix seconds, `resetInS` counts from now. */
  minute: { limit: number; remaining: number; resetAtS: number; resetInS: number } | undefined;
  /** Undefined: no limit, or not known at the moment. */
  quota: { limit: number; used: number; remaining: number } | undefined;
}

/**
 * Counts a call, by its account or else by the address it comes from. Undefined when it could not be counted and may
 * pass. Never throws.
 */
export type MeterCall = (
  caller: CheckedCaller,
  addressBucket: string,
  /** `look`: the call uses none of the quota. */
  quota: 'take' | 'look',
) => Promise<Standing | undefined>;

/** Every header that tells a caller of limits and quotas; a web page may read them all. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Quota-Limit',
  'X-Quota-Used',
  'X-Quota-Remaining',
] as const;

const HOW_TO_REGISTER =
  'POST /api/v1/register with an e-mail address and a password gives you a key; send it as X-API-Key.';

/**
 * Limit per minute, then quota. Comes after the key check; its headers are on whatever answer follows. A refused key
 * counts against its address here, to slow guessing, and is answered by what comes next.
 */
export function rateLimit(meter: MeterCall, quota: 'take' | 'look' = 'take'): RequestHandler {
  return async (request, response, next) => {
    const { caller } = request;
    if (!caller) throw new Error('the key check has to come before the limits');
    const standing = await meter(caller, clientBucket(request), quota);
    if (standing) {
      response.set(buildLimitHeaders(standing));
      if (standing.refusal) throw buildRefusal(standing, caller);
    }
    next();
  };
}

/** The contract's own headers, and those of draft-ietf-httpapi-ratelimit-headers for the limit per minute. */
function buildLimitHeaders({ tier, minute, quota }: Standing): Record<string, string> {
  const headers: Partial<Record<(typeof LIMIT_HEADERS)[number], string>> = {};
  if (minute) {
    // A structured field's string is ASCII, and a tier is called what the operator calls it.
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

function buildRefusal({ refusal, minute, quota }: Standing, caller: CheckedCaller): ApiError {
  const hasKey = caller.kind === 'key';
  if (refusal === 'rate_limited') {
    const seconds = minute?.resetInS ?? 1;
    return new ApiError(
      'rate_limited',
      `More than ${minute?.limit} calls in a minute. Try again in ${seconds} s.` +
        (hasKey ? '' : ` A key allows more: ${HOW_TO_REGISTER}`),
      { headers: { 'Retry-After': String(seconds) } },
    );
  }
  if (refusal === 'address_limited') {
    const seconds = minute?.resetInS ?? 1;
    return new ApiError(
      'rate_limited',
      `More than ${minute?.limit} calls in a minute from your address or network, all its keys together. Try again in ${seconds} s, or ask the operator of this service for a key of your own tier.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }
  return new ApiError(
    'quota_exhausted',
    hasKey
      ? `The ${quota?.limit} calls of this account are used up. Ask the operator of this service for more, or use the key of an account that has some left (POST /api/v1/register).`
      : `The ${quota?.limit} calls that an address has without a key are used up. ${HOW_TO_REGISTER}`,
  );
}
