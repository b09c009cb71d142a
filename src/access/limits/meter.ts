import type { CheckedCaller } from '../../platform/http/callers/caller.ts';
import type { MeterCall, Standing } from '../../platform/http/callers/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { LimitBreaker } from './limit-breaker.ts';
import type { Ceiling, LimitState, LimitStore, LimitSubject } from './stores/limit-store.ts';
import { hashAddress } from './addresses.ts';
import { createMinuteCounter } from './stores/minute-counter.ts';
import { networkBucketOf } from './network-bucket.ts';
import type { Tier, TierStore } from '../tiers/tier-store.ts';
import { createAnswerWait } from './stores/wait-for-answer.ts';

const ANONYMOUS = 'anonymous';
/** What anybody gets who registers, as often as registrations are let in. */
export const REGISTERED = 'registered';

/**
 * How many times the limit per minute of one registered key all such keys together may use: from one address bucket, and
 * from one IPv6 /48.
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
  /** Key of the address hashes. */
  findAddressSecret: () => Promise<Buffer>;
  metrics: Pick<Metrics, 'limiterFailures'>;
  ceilings?: KeyCeilings | undefined;
  /** How long a call waits for a tier or the address secret: only until they have been read for the first time. */
  patienceMs?: number | undefined;
  /** Unix milliseconds. */
  now?: (() => number) | undefined;
}

/**
 * Counts calls: who is counted under which limits is decided here, the counting itself is the store's. This process
 * counts its own calls beside it: when the store does not answer, a call passes uncounted, unless the caller, or all keys
 * of the address together, are over the limit of the minute by what came to this process alone.
 */
export function createMeter(options: MeterOptions): MeterCall {
  const {
    tiers,
    store,
    breaker,
    metrics,
    findAddressSecret,
    ceilings = CEILINGS,
    patienceMs = 250,
  } = options;
  const inTime = createAnswerWait(patienceMs);
  const countInMinute = createMinuteCounter(options.now);
  let failedIn: number | undefined;

  /** What all registered keys of an address, and of its network, share. */
  const listShared = (addressBucket: string) => {
    const network = networkBucketOf(addressBucket);
    return [
      { name: nameShared(addressBucket), times: ceilings.address },
      ...(network === undefined ? [] : [{ name: nameShared(network), times: ceilings.network }]),
    ];
  };
  const listCeilings = (addressBucket: string, perMinute: number, secret: Buffer): Ceiling[] =>
    listShared(addressBucket).map(({ name, times }) => ({
      subject: { kind: 'address', id: hashAddress(name, secret) },
      perMinute: perMinute * times,
    }));
  /** The ceiling that refuses a call by what came to this process alone. */
  const findOwnCeiling = (addressBucket: string, perMinute: number) =>
    listShared(addressBucket)
      .map(({ name, times }) => ({ perMinute: perMinute * times, ...countInMinute(name) }))
      .find((shared) => shared.count > shared.perMinute);

  const charge = (caller: CheckedCaller, code: string, addressBucket: string, cost: number) =>
    breaker.run(async () => {
      const [tier, secret] = await inTime(Promise.all([tiers.find(code), findAddressSecret()]));
      const subject = findSubject(caller, addressBucket, secret);
      const { cumulative } = tier;
      const state = await store.check({ subject, perMinute: null, cumulative, quota: 'take', cost });
      return buildStanding({ ...tier, perMinute: null }, state);
    });

  return async (caller, addressBucket, quota) => {
    const code = caller.kind === 'key' ? caller.tier : ANONYMOUS;
    if (typeof quota === 'object') return charge(caller, code, addressBucket, quota.charge);
    // Before anything is waited for: so the calls that pass are those that came first.
    const own = countInMinute(caller.kind === 'key' ? caller.accountId : addressBucket);
    const known = tiers.findKnown(code)?.perMinute ?? Infinity;
    const ownCeiling =
      code === REGISTERED && own.count <= known ? findOwnCeiling(addressBucket, known) : undefined;
    const standing = await breaker.run(async () => {
      const [tier, secret] = await inTime(Promise.all([tiers.find(code), findAddressSecret()]));
      const { perMinute, cumulative } = tier;
      const state = await store.check({
        subject: findSubject(caller, addressBucket, secret),
        perMinute,
        cumulative,
        // A refused key is refused whatever is left, and uses nothing.
        quota: caller.kind === 'invalid' ? 'look' : quota,
        ceilings:
          caller.kind === 'key' && tier.code === REGISTERED && perMinute !== null
            ? listCeilings(addressBucket, perMinute, secret)
            : [],
      });
      if (state.ceiling) {
        return buildStanding({ ...tier, perMinute: state.ceiling.perMinute, cumulative: null }, state);
      }
      if (state.used === undefined) metrics.limiterFailures.inc({ reason: 'quota_not_known' });
      return buildStanding(tier, state);
    });
    if (!standing) failedIn = own.minute;
    // A store that failed in this minute has not counted all of it, also where it answers again.
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

/** A name of its own: the calls without a key are counted under the address itself. */
const nameShared = (bucket: string) => `keys ${bucket}`;

function findSubject(caller: CheckedCaller, addressBucket: string, secret: Buffer): LimitSubject {
  if (caller.kind === 'key') return { kind: 'account', id: caller.accountId };
  return { kind: 'address', id: hashAddress(addressBucket, secret) };
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
