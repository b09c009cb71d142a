import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, DB_OPTIONS, type Db } from '../client.ts';
import { POOL_SIZES } from '../pool-sizes.ts';
import { databaseErrorOf } from '../database-error.ts';
import { ReplicaLostError, watchReplica, type WatchedReplica } from './watch-replica.ts';

/**
 * Who answered a read: the replica, or else the primary, because the replica was not usable, failed, or found
 * nothing.
 */
export type ReadOutcome = 'replica' | 'not_usable' | 'failed' | 'nothing_found';
export const READ_OUTCOMES: readonly ReadOutcome[] = ['replica', 'not_usable', 'failed', 'nothing_found'];

export interface ReadReplica extends Pick<WatchedReplica, 'isUsable' | 'lagMs' | 'problem'> {
  /**
   * For reads that may be `maxLagMs` old, and nothing else. Each statement or transaction goes to the replica while
   * it is usable. The primary answers if the replica fails or finds nothing, because the row may be too new.
   */
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

interface ReadReplicaOptions {
  /** URL of the primary, and the pool that replaces the replica. */
  url: string;
  primary: Pool;
  replicaUrl: string;
  maxLagMs: number;
  max: number;
  statementTimeoutMs: number;
  settings: Record<string, string>;
  onRead?: (outcome: ReadOutcome) => void;
  logger: Logger;
}

/** How long to wait for a connection to the replica. The rest of the deadline is for the primary. */
const PATIENCE_MS = 400;
/** The replica counts as lost if it does not answer a probe in this time. */
const PROBE_MS = 300;
/** Longer than a probe, as after a start. */
const PROBE_CONNECT_MS = 1_000;

/** Creates a database handle that sends public reads to a standby while it is fresh. */
export function createReadReplica(options: ReadReplicaOptions): ReadReplica {
  const { primary, logger } = options;
  const { onRead: note = () => undefined } = options;
  const pool = createPool({
    url: options.replicaUrl,
    applicationName: 'factshelf-reads',
    max: options.max,
    statementTimeoutMs: options.statementTimeoutMs,
    patienceMs: PATIENCE_MS,
    settings: options.settings,
    logger,
  });
  const [askPrimary, askReplica] = [options.url, options.replicaUrl].map((url) =>
    createPool({
      url,
      applicationName: 'factshelf-replica-watch',
      max: POOL_SIZES.replicaWatch,
      statementTimeoutMs: PROBE_MS,
      connectMs: PROBE_CONNECT_MS,
      logger,
    }),
  ) as [Pool, Pool];
  const watched = watchReplica({
    primary: askPrimary,
    replica: askReplica,
    maxLagMs: options.maxLagMs,
    logger,
  });
  const primaryDb = createDb(primary);
  const replicaDb = createDb(pool);

  async function query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const found = await tryReplica(
      () => pool.query(config, values),
      ({ rowCount }) => rowCount !== 0,
    );
    return found ? found.result : await primary.query(config, values);
  }

  /** Returns undefined if the primary must be asked. */
  async function tryReplica<T>(
    ask: () => Promise<T>,
    isFound: (result: T) => boolean = () => true,
  ): Promise<{ result: T } | undefined> {
    if (!watched.isUsable()) {
      note('not_usable');
      return undefined;
    }
    try {
      const result = await watched.orLost(ask());
      note(isFound(result) ? 'replica' : 'nothing_found');
      return isFound(result) ? { result } : undefined;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      note('failed');
      return undefined;
    }
  }

  // Drizzle only uses the pool's `query`, because `transaction` is replaced below.
  const db = drizzle({ query } as unknown as Pool, DB_OPTIONS);
  db.transaction = async (run, config) => {
    const done = await tryReplica(() => replicaDb.transaction(run, config));
    return done ? done.result : await primaryDb.transaction(run, config);
  };

  return {
    db,
    pool,
    isUsable: watched.isUsable,
    lagMs: watched.lagMs,
    problem: watched.problem,
    async close() {
      await watched.close();
      await Promise.all([pool, askPrimary, askReplica].map((one) => one.end()));
    },
  };
}

/** Errors that the primary would raise as well: statement timeouts and invalid values. */
const OF_STATEMENT = /^(57014|22)/;

/**
 * Returns whether the replica is to blame: it is down or full, cancels because of recovery, or lacks a new migration.
 */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaLostError) return true;
  const cause = databaseErrorOf(error);
  return cause !== undefined && !OF_STATEMENT.test(cause.code ?? '');
}
