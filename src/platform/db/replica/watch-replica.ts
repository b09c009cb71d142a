import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startLoop } from '../../start-loop.ts';

const PROBE_EVERY_MS = 100;
/** A state is reported after it lasts this long, so that a flapping replica does not flood the log. */
const REPORT_AFTER_MS = 3_000;
/** Limit of remembered moments for a lagging replica. Beyond it, every second one is dropped. */
const MOST_MOMENTS = 600;

/** The replica does not answer any more, so pending reads need not wait. */
export class ReplicaLostError extends Error {}

export interface WatchedReplica {
  /** Whether everything committed `maxLagMs` ago is visible on the replica. */
  isUsable: () => boolean;
  /** Maximum age of the replica's data in milliseconds; undefined while unknown. */
  lagMs: () => number | undefined;
  /**
   * Returns the result of `work` while the replica answers.
   * @throws {ReplicaLostError} as soon as it does not
   */
  orLost<T>(work: Promise<T>): Promise<T>;
  /** Why the replica has not been used for some seconds; undefined while it is used. */
  problem: () => string | undefined;
  close(): Promise<void>;
}

interface WatchOptions {
  /** Pools for probes only, which must not queue behind other statements. */
  primary: Pool;
  replica: Pool;
  maxLagMs: number;
  logger: Logger;
}

/** A time of this process's clock, and the end of the primary's WAL at that time. */
interface Moment {
  at: number;
  lsn: bigint;
}

/**
 * Measures the lag of a replica without synchronised clocks and without writes. It notes the end of the primary's WAL
 * with the time, and asks the replica how far it has replayed. An idle primary thus causes no lag. A replica that is
 * cut off from its primary, or belongs to another database, is detected.
 */
export function watchReplica({ primary, replica, maxLagMs, logger }: WatchOptions): WatchedReplica {
  const waiting = new Set<(error: Error) => void>();
  /** Moments after `freshAt`, oldest first. */
  let moments: Moment[] = [];
  /** Everything committed before this time is visible on the replica. */
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
    // A primary restored from a backup continues at an earlier position.
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
      // While the primary is down, another one may have replaced it, and nothing is known about the replica's lag.
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
    if (!row?.isStandby || row.lsn === null) giveUp('it is not a standby: it follows no primary');
    else if (row.system !== system) giveUp('it is a standby of another database than DATABASE_URL');
    else {
      reason = undefined;
      const replayed = readLsn(row.lsn);
      while (moments[0] && moments[0].lsn <= replayed) freshAt = moments.shift()?.at ?? freshAt;
    }
  }

  let changedAt = performance.now();
  async function watch(): Promise<void> {
    await probe();
    if (isUsable() !== isReported) changedAt = performance.now();
    else if (performance.now() - changedAt > REPORT_AFTER_MS) {
      isReported = !isReported;
      if (isReported)
        logger.warn({ reason: problem() }, 'the read replica is not used; the primary answers all reads');
      else logger.info('the read replica is used again');
    }
  }
  const watching = startLoop({
    name: 'watching the read replica',
    everyMs: PROBE_EVERY_MS,
    work: watch,
    logger,
  });

  return {
    isUsable,
    problem,
    lagMs: () => (freshAt === -Infinity ? undefined : performance.now() - freshAt),
    orLost: (work) =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        void work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    close: watching.close,
  };
}

interface Position {
  lsn: string | null;
  system: string;
}

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system';
const ASK_PRIMARY = `select pg_current_wal_lsn()::text as lsn, ${SYSTEM}`;
const ASK_REPLICA = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn, ${SYSTEM}`;

/** Parses a WAL position of Postgres: two halves in hexadecimal. */
function readLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
