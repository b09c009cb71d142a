import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import { CHECK_LIMITS, CHECK_STATUS, RAISE_QUOTA } from './limit-script.ts';
import {
  subjectKey,
  type Ceiling,
  type LimitCheck,
  type LimitState,
  type LimitStore,
  type LimitSubject,
} from './limit-store.ts';
import { createUsageCheckpoint } from './usage-checkpoint.ts';
import { findUsed } from '../usage-store.ts';
import { createAnswerWait } from './wait-for-answer.ts';

interface RedisLimitStoreOptions {
  url: string;
  db: Db;
  logger: Logger;
  /** How long Redis may be silent before a call gives up. */
  patienceMs?: number | undefined;
  checkpointEveryMs?: number | undefined;
  /** Separates installations that share one Redis. */
  prefix?: string | undefined;
}

type Reply = [
  status: number,
  count: number,
  resetAtS: number,
  resetInS: number,
  used: number,
  ceiling: number,
];

/** The scripts that ioredis adds to a client. Keys come before arguments; `keyCount` where the count varies. */
interface ScriptedRedis extends Redis {
  checkLimits(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<Reply>;
  raiseQuota(quotaKey: string, used: number): Promise<number>;
}

/** How long a start waits for Redis. After that, calls pass until Redis is there. */
const FIRST_CONNECTION_MS = 1_000;
/** Longer than for Redis, because Postgres may need a new connection when a quota is loaded. */
const LOAD_PATIENCE_MS = 250;

/**
 * Counts in Redis, shared by all processes, with one script per call. Quotas are loaded from Postgres when missing
 * and written back every few seconds, so Redis may be emptied at any time.
 */
export async function createRedisLimitStore(options: RedisLimitStoreOptions): Promise<LimitStore> {
  const { db, logger, patienceMs = 50, prefix = '' } = options;
  const redis = new Redis(options.url, {
    keyPrefix: prefix,
    // Fail at once without a connection, and never send a command twice: that would count a call twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Callers give up earlier (see `inTime`). This ends commands that were in flight when a connection broke.
    commandTimeout: 1_000,
    connectTimeout: 500,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => 200,
    scripts: {
      checkLimits: { lua: CHECK_LIMITS },
      raiseQuota: { lua: RAISE_QUOTA, numberOfKeys: 1 },
    },
  }) as ScriptedRedis;
  // Without a listener, a lost connection would end the process. Each command reports its own failure.
  redis.on('error', () => undefined);
  await once(redis, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_MS) }).catch(() => undefined);
  const checkpoint = createUsageCheckpoint({
    db,
    logger,
    onHigher: ({ subject, used }) => redis.raiseQuota(quotaKey(subject), used),
    everyMs: options.checkpointEveryMs,
  });
  const inTime = createAnswerWait(patienceMs);
  const loadInTime = createAnswerWait(Math.max(LOAD_PATIENCE_MS, patienceMs));
  const loading = new Map<string, Promise<number>>();

  /** Runs one query for all concurrent calls that miss the same quota. */
  const load = (subject: LimitSubject): Promise<number> => {
    const key = subjectKey(subject);
    const query =
      loading.get(key) ??
      findUsed(db, subject)
        .then((used) => Math.max(used, checkpoint.findNoted(subject)))
        .finally(() => loading.delete(key));
    loading.set(key, query);
    return loadInTime(query);
  };

  const run = (check: LimitCheck, mode: LimitCheck['quota'], loaded: number | '') => {
    const { subject, perMinute, cumulative, cost = 1, ceilings = [] } = check;
    return inTime(
      redis.checkLimits(
        2 + ceilings.length,
        windowKey(subject),
        quotaKey(subject),
        ...ceilings.map((ceiling) => windowKey(ceiling.subject)),
        perMinute ?? '',
        cumulative ?? '',
        mode,
        loaded,
        cost,
        ...ceilings.map((ceiling) => ceiling.perMinute),
      ),
    );
  };

  return {
    async check(check) {
      let reply = await run(check, check.quota, '');
      if (reply[0] === CHECK_STATUS.quotaNotLoaded) {
        // Without Postgres the call still counts for its minute.
        const used = await load(check.subject).catch(() => undefined);
        reply = await run(check, used === undefined ? 'none' : check.quota, used ?? '');
      }
      const state = toState(reply, check.ceilings);
      if (check.quota === 'take' && !state.refusal && state.used) checkpoint.note(check.subject, state.used);
      return state;
    },
    async findUsed(subject) {
      const counted = await inTime(redis.get(quotaKey(subject))).catch(() => null);
      return Math.max(Number(counted ?? 0), checkpoint.findNoted(subject), await findUsed(db, subject));
    },
    async probe() {
      // A write, because a full or read-only Redis still answers PING.
      await inTime(redis.set('probe', '1', 'PX', 10_000));
    },
    async checkPolicy() {
      // Before version 7, INFO returns one section per command.
      const sections = await Promise.all([redis.info('memory'), redis.info('persistence')]);
      const problems = findPolicyProblems(sections.join('\n'));
      if (problems.length > 0) throw new Error(`Redis may lose counters: ${problems.join(', ')}`);
    },
    async close() {
      await checkpoint.close();
      redis.disconnect();
    },
  };
}

/** No hash tag for a cluster: one call touches keys of several subjects, so a single Redis must hold them all. */
const windowKey = (subject: LimitSubject) => `rl:{${subjectKey(subject)}}`;
const quotaKey = (subject: LimitSubject) => `q:{${subjectKey(subject)}}`;

const REFUSALS: Record<number, LimitState['refusal']> = {
  [CHECK_STATUS.rateLimited]: 'rate_limited',
  [CHECK_STATUS.addressLimited]: 'address_limited',
  [CHECK_STATUS.quotaExhausted]: 'quota_exhausted',
};

function toState(reply: Reply, ceilings: readonly Ceiling[] = []): LimitState {
  const [status, count, resetAtS, resetInS, used, ceiling] = reply;
  return {
    refusal: REFUSALS[status],
    ceiling: ceilings[ceiling],
    count,
    resetAtS,
    resetInS,
    used: used < 0 ? undefined : used,
  };
}

/** Returns why a Redis may lose counters. Reads INFO, because a hosted Redis may forbid CONFIG. */
export function findPolicyProblems(info: string): string[] {
  const policy = /^maxmemory_policy:(.*?)\r?$/m.exec(info)?.[1];
  return [
    ...(policy === 'noeviction' ? [] : [`maxmemory-policy is ${policy}, not noeviction`]),
    ...(/^aof_enabled:1\r?$/m.test(info) ? [] : ['appendonly is off']),
  ];
}
