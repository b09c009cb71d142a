import type { Logger } from 'pino';
import { createDb, createPool } from '../../platform/db/client.ts';
import { POOL_SIZES } from '../../platform/db/pool-sizes.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import type { MeterCall } from '../../platform/http/callers/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createNaming } from './addresses.ts';
import { createLimitBreaker } from './limit-breaker.ts';
import { SUGGESTIONS_PER_CALL } from './limits.ts';
import { createMemoryLimitStore } from './stores/memory-limit-store.ts';
import { createMeter, type KeyCeilings, type MeterOptions } from './meter.ts';
import { createRedisLimitStore } from './stores/redis-limit-store.ts';
import { createTierStore, type Tier } from '../tiers/tier-store.ts';
import { subjectKey, type LimitCheck, type LimitSubject } from './stores/limit-store.ts';

interface LimitsOptions {
  databaseUrl: string;
  /** Counters live in Redis if given, otherwise in this process and Postgres. */
  redisUrl: string | undefined;
  /** By default those of docs/decisions/0005. */
  ceilings?: KeyCeilings;
  metrics: Metrics;
  logger: Logger;
  /** How long a call waits for its counters, including the database's. Each part has its own default. */
  patienceMs?: number;
  checkpointEveryMs?: number;
  /** The clock of minutes, in Unix milliseconds. Redis uses its own clock. */
  now?: () => number;
  /** Separates installations that share one Redis. */
  redisPrefix?: string;
}

export interface Limits {
  meter: MeterCall;
  /** Meters suggestions, which clients request at every typed letter. */
  suggestMeter: MeterCall;
  /** Meters HTML pages. */
  pageMeter: MeterCall;
  /** Returns the calls that an account has used of its quota. */
  findAccountUsage: (accountId: string) => Promise<number>;
  checks: ReadinessCheck[];
  /** Stops counting and saves the counts. */
  close(): Promise<void>;
}

/** Creates the limits and quotas. Succeeds while the database or Redis is down: calls then pass until both are back. */
export async function createLimits(options: LimitsOptions): Promise<Limits> {
  const { databaseUrl, redisUrl, metrics, logger, patienceMs, now } = options;
  // A separate pool, so that many calls that count at once do not take the connections that answers need. Counts
  // commit without waiting for the disk: a crash of the database loses less than a second of them.
  const pool = createPool({
    url: databaseUrl,
    applicationName: 'factshelf-limits',
    max: POOL_SIZES.limits,
    statementTimeoutMs: patienceMs ?? 1_000,
    patienceMs,
    settings: { synchronous_commit: 'off' },
    logger,
  });
  const db = createDb(pool);
  const tiers = createTierStore(db);
  const store = redisUrl
    ? await createRedisLimitStore({
        url: redisUrl,
        db,
        logger,
        patienceMs,
        checkpointEveryMs: options.checkpointEveryMs,
        prefix: options.redisPrefix,
      })
    : createMemoryLimitStore({ db, patienceMs, now });
  const breaker = createLimitBreaker({ probe: () => store.probe(), metrics, logger });

  const findNames = createNaming(db);
  // Read in advance, so that no call has to wait. If this fails, calls read them later.
  await Promise.allSettled([tiers.find('anonymous'), findNames()]);

  const { ceilings } = options;
  const common = { breaker, findNames, metrics, ceilings, patienceMs, now };
  return {
    meter: createMeter({ ...common, tiers, store }),
    suggestMeter: createMeter({
      ...common,
      ...countApart({ tiers, store }, 'suggest', SUGGESTIONS_PER_CALL),
    }),
    pageMeter: createMeter({ ...common, ...countApart({ tiers, store }, 'pages', 1) }),
    findAccountUsage: (accountId) => store.findUsed({ kind: 'account', id: accountId }),
    checks: [
      { name: 'counter_store', required: false, run: () => store.probe() },
      ...(store.checkPolicy ? [{ name: 'redis_policy', required: false, run: store.checkPolicy }] : []),
    ],
    async close() {
      tiers.close();
      breaker.close();
      await store.close();
      await pool.end();
    },
  };
}

/**
 * Returns tiers and counters for calls that are counted separately under `name`: without a quota, and `times` as many
 * per minute as the tier allows.
 */
function countApart(
  { tiers, store }: Pick<MeterOptions, 'tiers' | 'store'>,
  name: string,
  times: number,
): Pick<MeterOptions, 'tiers' | 'store'> {
  const widen = (tier: Tier): Tier => ({
    ...tier,
    perMinute: tier.perMinute === null ? null : tier.perMinute * times,
    cumulative: null,
  });
  // As an address, because no usage is ever stored under these names.
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
