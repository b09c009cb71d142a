import { createHmac } from 'node:crypto';
import type { CheckedCaller } from '../http/callers/caller.ts';
import type { MeterCall, Standing } from '../http/callers/rate-limit.ts';
import type { Metrics } from '../metrics.ts';
import type { LimitBreaker } from './limit-breaker.ts';
import type { LimitState, LimitStore, LimitSubject } from './stores/limit-store.ts';
import { createMinuteCounter } from './stores/minute-counter.ts';
import { networkBucketOf } from './network-bucket.ts';
import type { Tier, TierStore } from './tier-store.ts';
import { createAnswerWait } from './stores/wait-for-answer.ts';

/** How long a call waits for a tier or the address secret: only until they have been read for the first time. */
const PATIENCE_MS = 250;
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
}

/**
 * Counts calls: who is counted under which limits is decided here, the counting itself is the store's. This process
 * counts its own calls beside it: when the store does not answer, a call passes uncounted, unless the caller is over the
 * limit of the minute by what came to this process alone.
 */
export function createMeter(options: MeterOptions): MeterCall {
  const { tiers, store, breaker, metrics, findAddressSecret, ceilings = CEILINGS } = options;
  const inTime = createAnswerWait(PATIENCE_MS);
  const countInMinute = createMinuteCounter();
  let failedIn: number | undefined;

  /**
   * The ceiling that refuses a call of a registered key, if one does. Only calls that the key's own limit lets pass come
   * here, so that one client that tries on and on takes nothing from others at its address.
   */
  const checkCeilings = async (addressBucket: string, perMinute: number): Promise<Standing | undefined> => {
    const secret = await inTime(findAddressSecret());
    const network = networkBucketOf(addressBucket);
    const places = [
      { bucket: addressBucket, limit: perMinute * ceilings.address },
      ...(network === undefined ? [] : [{ bucket: network, limit: perMinute * ceilings.network }]),
    ];
    const standings = await Promise.all(
      places.map(async ({ bucket, limit }) => {
        // A name of its own: the calls without a key are counted under the address itself.
        const subject = { kind: 'address' as const, id: hashAddress(`keys ${bucket}`, secret) };
        const state = await store.check({ subject, perMinute: limit, cumulative: null, quota: 'none' });
        return buildStanding({ code: REGISTERED, perMinute: limit, cumulative: null }, state);
      }),
    );
    const refusing = standings.find(({ refusal }) => refusal !== undefined);
    return refusing && { ...refusing, refusal: 'address_limited' };
  };

  return async (caller, addressBucket, quota) => {
    const code = caller.kind === 'key' ? caller.tier : ANONYMOUS;
    // Before anything is waited for: so the calls that pass are those that came first.
    const own = countInMinute(caller.kind === 'key' ? caller.accountId : addressBucket);
    const standing = await breaker.run(async () => {
      const [tier, subject] = await inTime(
        Promise.all([tiers.find(code), findSubject(caller, addressBucket, findAddressSecret)]),
      );
      const { perMinute, cumulative } = tier;
      // A refused key is refused whatever is left, and uses nothing.
      const wanted = caller.kind === 'invalid' ? 'look' : quota;
      let state: LimitState;
      if (caller.kind === 'key' && tier.code === REGISTERED && perMinute !== null) {
        // The key's minute, then the ceilings, then the quota, of which a refused call uses nothing.
        state = await store.check({ subject, perMinute, cumulative, quota: 'look' });
        const refused = state.refusal ? undefined : await checkCeilings(addressBucket, perMinute);
        if (refused) return refused;
        if (!state.refusal && wanted === 'take') {
          const taken = await store.check({ subject, perMinute: null, cumulative, quota: 'take' });
          state = { ...state, refusal: taken.refusal, used: taken.used };
        }
      } else {
        state = await store.check({ subject, perMinute, cumulative, quota: wanted });
      }
      if (state.used === undefined) metrics.limiterFailures.inc({ reason: 'quota_not_known' });
      return buildStanding(tier, state);
    });
    if (!standing) failedIn = own.minute;
    // A store that failed in this minute has not counted all of it, also where it answers again.
    if (standing && (standing.refusal || failedIn !== own.minute)) return standing;
    const tier = tiers.findKnown(code);
    if (!tier || tier.perMinute === null || own.count <= tier.perMinute) return standing;
    return buildStanding(tier, { ...own, refusal: 'rate_limited', used: undefined });
  };
}

async function findSubject(
  caller: CheckedCaller,
  addressBucket: string,
  findAddressSecret: () => Promise<Buffer>,
): Promise<LimitSubject> {
  if (caller.kind === 'key') return { kind: 'account', id: caller.accountId };
  return { kind: 'address', id: hashAddress(addressBucket, await findAddressSecret()) };
}

/** What is kept of an address: without the key nobody can tell which one it was, few as there are to try. */
export function hashAddress(addressBucket: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(addressBucket).digest('hex');
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
