import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

const PROBE_EVERY_MS = 100;
/** A replica that comes and goes is not reported each time: what has been so for this long is. */
const REPORT_AFTER_MS = 3_000;
/** Moments that are remembered of a replica that is behind; of more, every second one is forgotten. */
const MOST_MOMENTS = 600;

/** The replica answers no more, so that nobody needs to wait for what it was asked. */
export class ReplicaLostError extends Error {}

export interface WatchedReplica {
  /** Everything that had been committed `maxLagMs` ago can be read there. */
  isUsable: () => boolean;
  /** How old at most what it shows is, in milliseconds; undefined while nothing is known of it. */
  lagMs: () => number | undefined;
  /**
   * What `work` gives, for as long as the replica answers.
   * @throws {ReplicaLostError} as soon as it does not
   */
  orLost<T>(work: Promise<T>): Promise<T>;
  /** Why it has not been used for some seconds; undefined when it has. */
  problem: () => string | undefined;
  close(): Promise<void>;
}

interface WatchOptions {
  /** For the questions of this watch alone: they must not wait behind others. */
  primary: Pool;
  replica: Pool;
  maxLagMs: number;
  logger: Logger;
}

/** A moment of this process's clock, and where the log of the primary ended then. */
interface Moment {
  at: number;
  lsn: bigint;
}

/**
 * Knows how old what a replica shows is, without trusting two clocks to agree and without a write: it notes where the
 * log of the primary ends, and when, and the replica says how far it has replayed. So an idle primary makes no lag, and
 * a replica that does not hear from its primary, or is one of another database, is found out.
 */
export function watchReplica({ primary, replica, maxLagMs, logger }: WatchOptions): WatchedReplica {
  const closing = new AbortController();
  const waiting = new Set<(error: Error) => void>();
  /** Newer than `freshAt`, oldest first. */
  let moments: Moment[] = [];
  /** Whatever was committed before this moment is at the replica. */
  let freshAt = -Infinity;
  let reason: string | undefined;
  let isReported = false;

  const isUsable = () => performance.now() - freshAt <= maxLagMs;
  const problem = () =>
    isReported ? (reason ?? `it is more than ${maxLagMs} ms behind the primary`) : undefined;

  function giveUp(why: string): void {
    freshAt = -Infinity;
    reason = why;
    for (const reject of waiting) reject(new ReplicaLostError(why));
  }

  function note(moment: Moment): void {
    // Brought back from a copy, the primary begins anew at an earlier place.
    if (moment.lsn < (moments.at(-1)?.lsn ?? 0n)) moments = [];
    moments.push(moment);
    if (moments.length > MOST_MOMENTS) moments = moments.filter((_, i) => i % 2 === 1);
  }

  async function probe(): Promise<void> {
    const at = performance.now();
    try {
      const { rows } = await primary.query<Position>(ASK_PRIMARY);
      const [row] = rows;
      if (row?.lsn) note({ at, lsn: readLsn(row.lsn) });
      // Away, the primary may have been replaced by another one: of what the replica shows nothing is known then.
      await ask(row?.system);
    } catch (error) {
      reason = `the primary does not say how far it is: ${messageOf(error)}`;
    }
  }

  async function ask(system: string | undefined): Promise<void> {
    let row: (Position & { isStandby: boolean }) | undefined;
    try {
      [row] = (await replica.query<Position & { isStandby: boolean }>(ASK_REPLICA)).rows;
    } catch (error) {
      giveUp(`it does not answer: ${messageOf(error)}`);
      return;
    }
    if (!row?.isStandby || row.lsn === null) giveUp('it is no standby: it follows no primary');
    else if (row.system !== system) giveUp('it is a standby of another database than DATABASE_URL');
    else {
      reason = undefined;
      const replayed = readLsn(row.lsn);
      while (moments[0] && moments[0].lsn <= replayed) freshAt = moments.shift()?.at ?? freshAt;
    }
  }

  async function watch(): Promise<void> {
    let changedAt = performance.now();
    while (!closing.signal.aborted) {
      await probe();
      if (isUsable() !== isReported) changedAt = performance.now();
      else if (performance.now() - changedAt > REPORT_AFTER_MS) {
        isReported = !isReported;
        if (isReported)
          logger.warn({ reason: problem() }, 'the read replica is not used; the primary answers all reads');
        else logger.info('the read replica is used again');
      }
      await sleep(PROBE_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const watching = watch();

  return {
    isUsable,
    problem,
    lagMs: () => (freshAt === -Infinity ? undefined : performance.now() - freshAt),
    orLost: (work) =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        void work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    async close() {
      closing.abort();
      await watching;
    },
  };
}

interface Position {
  lsn: string | null;
  system: string;
}

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system';
const ASK_PRIMARY = `select pg_current_wal_lsn()::text as lsn, ${SYSTEM}`;
const ASK_REPLICA = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn, ${SYSTEM}`;

/** A position in the log as Postgres writes it: two halves in hexadecimal digits. */
function readLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
