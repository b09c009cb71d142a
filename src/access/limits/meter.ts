import type { CheckedCaller } from '../../platform/http/callers/caller.ts';
import type { MeterCall, Standing } from '../../platform/http/callers/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { LimitBreaker } from './limit-breaker.ts';
import type { Ceiling, LimitState, LimitStore, LimitSubject } from './stores/limit-store.ts';
import { networkBucketOf, type NameAddress } from './addresses.ts';
import { createMinuteCounter } from './stores/minute-counter.ts';
import type { Tier, TierStore } from '../tiers/tier-store.ts';
import { createAnswerWait } from './stores/wait-for-answer.ts';

const ANONYMOUS = 'anonymous';
/** The tier of everybody who registers; limited by the rate of registrations. */
export const REGISTERED = 'registered';

/**
 * Limits shared by all registered keys of one address bucket and of one IPv6 /48, as multiples of one key's limit per
 * minute.
 */
export interface KeyCeilings {
  address: number;
  network: number;
}

const CEILINGS: KeyCeilings = { address: 3, network: 12 };

export interface MeterOptions {
  tiers: Pick<TierStore, 'find' | 'findKnown'>;
  store: Pick<LimitStore, 'check'>;
  breaker: Pick<LimitBreaker, 'run'>;
  /** Returns the names of address buckets. */
  findNames: () => Promise<NameAddress>;
  metrics: Pick<Metrics, 'limiterFailures'>;
  ceilings?: KeyCeilings | undefined;
  /** How long a call waits for a tier or the names of addresses. Only calls before the first read wait. */
  patienceMs?: number | undefined;
  /** Unix milliseconds. */
  now?: (() => number) | undefined;
}

/**
 * Decides which subject and limits a call counts for; the store counts. This process also counts its own calls. They
 * decide when the store does not answer: a call then passes uncounted, unless the caller, or all keys of the address
 * together, exceed the limit per minute in this process alone.
 */
export function createMeter(options: MeterOptions): MeterCall {
  const { tiers, store, breaker, metrics, findNames, ceilings = CEILINGS, patienceMs = 250 } = options;
  const inTime = createAnswerWait(patienceMs);
  const countInMinute = createMinuteCounter(options.now);
  let failedIn: number | undefined;

  /** Lists the ceilings shared by all registered keys of an address and of its network. */
  const listShared = (addressBucket: string) => {
    const network = networkBucketOf(addressBucket);
    return [
      { name: nameShared(addressBucket), times: ceilings.address },
      ...(network === undefined ? [] : [{ name: nameShared(network), times: ceilings.network }]),
    ];
  };
  const listCeilings = (addressBucket: string, perMinute: number, nameOf: NameAddress): Ceiling[] =>
    listShared(addressBucket).map(({ name, times }) => ({
      subject: { kind: 'address', id: nameOf(name) },
      perMinute: perMinute * times,
    }));
  /** Returns the ceiling that this process's own counts exceed, if any. */
  const findOwnCeiling = (addressBucket: string, perMinute: number) =>
    listShared(addressBucket)
      .map(({ name, times }) => ({ perMinute: perMinute * times, ...countInMinute(name) }))
      .find((shared) => shared.count > shared.perMinute);

  const charge = (caller: CheckedCaller, code: string, addressBucket: string, cost: number) =>
    breaker.run(async () => {
      const [tier, nameOf] = await inTime(Promise.all([tiers.find(code), findNames()]));
      const subject = findSubject(caller, addressBucket, nameOf);
      const { cumulative } = tier;
      const state = await store.check({ subject, perMinute: null, cumulative, quota: 'take', cost });
      return buildStanding({ ...tier, perMinute: null }, state);
    });

  return async (caller, addressBucket, quota) => {
    const code = caller.kind === 'key' ? caller.tier : ANONYMOUS;
    if (typeof quota === 'object') return charge(caller, code, addressBucket, quota.charge);
    // Counted before the first await, so that the calls that came first are the ones that pass.
    const own = countInMinute(caller.kind === 'key' ? caller.accountId : addressBucket);
    const known = tiers.findKnown(code)?.perMinute ?? Infinity;
    const ownCeiling =
      code === REGISTERED && own.count <= known ? findOwnCeiling(addressBucket, known) : undefined;
    const standing = await breaker.run(async () => {
      const [tier, nameOf] = await inTime(Promise.all([tiers.find(code), findNames()]));
      const { perMinute, cumulative } = tier;
      const state = await store.check({
        subject: findSubject(caller, addressBucket, nameOf),
        perMinute,
        cumulative,
        // A call with an invalid key uses no quota.
        quota: caller.kind === 'invalid' ? 'look' : quota,
        ceilings:
          caller.kind === 'key' && tier.code === REGISTERED && perMinute !== null
            ? listCeilings(addressBucket, perMinute, nameOf)
            : [],
      });
      if (state.ceiling) {
        return buildStanding({ ...tier, perMinute: state.ceiling.perMinute, cumulative: null }, state);
      }
      if (state.used === undefined) metrics.limiterFailures.inc({ reason: 'quota_not_known' });
      return buildStanding(tier, state);
    });
    if (!standing) failedIn = own.minute;
    // The store missed calls if it failed in this minute, even when it answers again.
    if (standing && (standing.refusal || failedIn !== own.minute)) return standing;
    const tier = tiers.findKnown(code);
    if (!tier || tier.perMinute === null) return standing;
    if (own.count > tier.perMinute)
      return buildStanding(tier, { ...own, refusal: 'rate_limited', used: undefined });
    if (!ownCeiling) return standing;
    const { perMinute } = ownCeiling;
    const refused = { ...ownCeiling, refusal: 'address_limited' as const, used: undefined };
    return buildStanding({ ...tier, perMinute, cumulative: null }, refused);
  };
}

/** Differs from the plain bucket, under which calls without a key are counted. */
const nameShared = (bucket: string) => `keys ${bucket}`;

function findSubject(caller: CheckedCaller, addressBucket: string, nameOf: NameAddress): LimitSubject {
  if (caller.kind === 'key') return { kind: 'account', id: caller.accountId };
  return { kind: 'address', id: nameOf(addressBucket) };
}

function buildStanding({ code, perMinute, cumulative }: Tier, state: LimitState): Standing {
  const { refusal, count, resetAtS, resetInS, used } = state;
  return {
    tier: code,
    refusal,
    minute:
      perMinute === null
        ? undefined
        : { limit: perMinute, remaining: Math.max(0, perMinute - count), resetAtS, resetInS },
    quota:
      cumulative === null || used === undefined
        ? undefined
        : { limit: cumulative, used, remaining: Math.max(0, cumulative - used) },
  };
}
