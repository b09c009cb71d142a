import type { Logger } from 'pino';
import { createDb, createPool } from '../../platform/db/client.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import type { MeterCall } from '../../platform/http/callers/rate-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createLimitBreaker } from './limit-breaker.ts';
import { createMemoryLimitStore } from './stores/memory-limit-store.ts';
import { createMeter, type KeyCeilings, type MeterOptions } from './meter.ts';
import { createRedisLimitStore } from './stores/redis-limit-store.ts';
import { createTierStore, type Tier } from '../tiers/tier-store.ts';
import { findAddressSecret } from './usage-store.ts';
import { subjectKey, type LimitCheck, type LimitSubject } from './stores/limit-store.ts';

/** Suggestions a minute for each call a minute that a tier has: a text is typed letter by letter. */
export const SUGGESTIONS_PER_CALL = 5;

interface LimitsOptions {
  databaseUrl: string;
  /** Counters live in Redis when it is given, else in this process and Postgres. */
  redisUrl: string | undefined;
  /** Those of docs/decisions/0005 unless given. */
  ceilings?: KeyCeilings;
  metrics: Metrics;
  logger: Logger;
  /** How long a call waits for its counters, the database's too; each part has its own default. */
  patienceMs?: number;
  checkpointEveryMs?: number;
  /** The clock of minutes, in Unix milliseconds. Redis counts by its own. */
  now?: () => number;
  /** Keeps apart installations that share one Redis. */
  redisPrefix?: string;
}

export interface Limits {
  meter: MeterCall;
  /** For suggestions, which are asked for at every letter. */
  suggestMeter: MeterCall;
  /** For pages that people read. */
  pageMeter: MeterCall;
  /** Calls that an account has used of its quota. */
  findAccountUsage: (accountId: string) => Promise<number>;
  checks: ReadinessCheck[];
  /** Stops counting and saves the counts. */
  close(): Promise<void>;
}

/**
 * Limits and quotas with everything they need. It does not fail when the database or Redis is away: calls pass until
 * they are back.
 */
export async function createLimits(options: LimitsOptions): Promise<Limits> {
  const { databaseUrl, redisUrl, metrics, logger, patienceMs, now } = options;
  // A pool of its own: many calls that count at once must not hold the connections that answers need. A commit of a
  // count need not wait for the disk; a crash of the database forgets less than a second of them.
  const pool = createPool({
    url: databaseUrl,
    applicationName: 'factshelf-limits',
    max: 3,
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

  let secret: Promise<Buffer> | undefined;
  const findSecret = () =>
    (secret ??= findAddressSecret(db).then(
      (found) => {
        if (!found) throw new Error('the secret of the address hashes is missing: run the migrations');
        return found;
      },
      (error: unknown) => {
        secret = undefined;
        throw error;
      },
    ));
  // Read before the first call, so that none has to wait; when that fails, calls ask again.
  await Promise.allSettled([tiers.find('anonymous'), findSecret()]);

  const { ceilings } = options;
  const common = { breaker, findAddressSecret: findSecret, metrics, ceilings, patienceMs, now };
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
 * Tiers and counters for calls that are counted apart from all others, under a name of their own, and use no quota: `times` as
 * many a minute as a tier has.
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
