import type { MeterOptions } from './meter.ts';
import { subjectKey, type LimitCheck, type LimitSubject } from './stores/limit-store.ts';
import type { Tier } from './tier-store.ts';

/**
 * Tiers and counters for calls that are counted apart from all others, under a name of their own, and use no quota: `times` as
 * many a minute as a tier has.
 */
export function countApart(
  { tiers, store }: Pick<MeterOptions, 'tiers' | 'store'>,
  name: string,
  times: number,
): Pick<MeterOptions, 'tiers' | 'store'> {
  const widen = (tier: Tier): Tier => ({
    ...tier,
    perMinute: tier.perMinute === null ? null : tier.perMinute * times,
    cumulative: null,
  });
  // No usage is ever written down under it, as for what keys of an address share.
  const rename = (subject: LimitSubject): LimitSubject => ({
    kind: 'address',
    id: `${name} ${subjectKey(subject)}`,
  });
  return {
    tiers: {
      find: async (code) => widen(await tiers.find(code)),
      findKnown(code) {
        const tier = tiers.findKnown(code);
        return tier && widen(tier);
      },
    },
    store: {
      async check({ subject, ceilings = [], ...check }: LimitCheck) {
        const shared = ceilings.map((ceiling) => ({ ...ceiling, subject: rename(ceiling.subject) }));
        const state = await store.check({
          ...check,
          subject: rename(subject),
          quota: 'none',
          ceilings: shared,
        });
        return { ...state, used: 0 };
      },
    },
  };
}
