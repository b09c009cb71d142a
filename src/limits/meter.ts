import { createHmac } from 'node:crypto';
import type { CheckedCaller } from '../http/callers/caller.ts';
import type { MeterCall, Standing } from '../http/callers/rate-limit.ts';
import type { Metrics } from '../metrics.ts';
import type { LimitBreaker } from './limit-breaker.ts';
import type { LimitState, LimitStore, LimitSubject } from './limit-store.ts';
import type { Tier, TierStore } from './tier-store.ts';
import { createAnswerWait } from './wait-for-answer.ts';

/** How long a call waits for a tier or the address secret: only until they have been read for the first time. */
const PATIENCE_MS = 250;
const ANONYMOUS = 'anonymous';

export interface MeterOptions {
  tiers: Pick<TierStore, 'find'>;
  store: Pick<LimitStore, 'check'>;
  breaker: Pick<LimitBreaker, 'run'>;
  /** Key of the address hashes. */
  findAddressSecret: () => Promise<Buffer>;
  metrics: Pick<Metrics, 'limiterFailures'>;
}

/** Counts calls: who is counted under which limits is decided here, the counting itself is the store's. */
export function createMeter(options: MeterOptions): MeterCall {
  const { tiers, store, breaker, metrics } = options;
  const inTime = createAnswerWait(PATIENCE_MS);

  return (caller, addressBucket, quota) =>
    breaker.run(async () => {
      const [tier, subject] = await inTime(
        Promise.all([
          tiers.find(caller.kind === 'key' ? caller.tier : ANONYMOUS),
          findSubject(caller, addressBucket, options.findAddressSecret),
        ]),
      );
      const state = await store.check({
        subject,
        perMinute: tier.perMinute,
        cumulative: tier.cumulative,
        // A refused key is refused whatever is left, and uses nothing.
        quota: caller.kind === 'invalid' ? 'look' : quota,
      });
      if (state.used === undefined) metrics.limiterFailures.inc({ reason: 'quota_not_known' });
      return buildStanding(tier, state);
    });
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
