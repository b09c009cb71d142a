import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, DB_OPTIONS, type Db } from '../client.ts';
import { databaseErrorOf } from '../database-error.ts';
import { ReplicaLostError, watchReplica, type WatchedReplica } from './watch-replica.ts';

/**
 * Who answered a read: the replica; or the primary, because the replica could not be used, had failed at it, or had
 * found nothing.
 */
export type ReadOutcome = 'replica' | 'not_usable' | 'failed' | 'nothing_found';
export const READ_OUTCOMES: readonly ReadOutcome[] = ['replica', 'not_usable', 'failed', 'nothing_found'];

export interface ReadReplica extends Pick<WatchedReplica, 'isUsable' | 'lagMs' | 'problem'> {
  /**
   * For reads of what may be `maxLagMs` old, and for nothing else. Each statement, and each transaction as a whole, is
   * asked of the replica while that can be used. The primary is asked where the replica fails, once, and where it finds
   * nothing: whoever has just been told of something looks for it.
   */
  db: Db;
  pool: Pool;
  close(): Promise<void>;
}

interface ReadReplicaOptions {
  /** Of the primary, and the pool that it is asked with in place of the replica. */
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

/** So long a read waits for a connection to the replica: the rest of its time is for the primary. */
const PATIENCE_MS = 400;
/** A replica that does not answer the watch in this time is given up. */
const PROBE_MS = 300;
/** Connecting takes longer, as after a start. */
const PROBE_CONNECT_MS = 1_000;

/** Reads of the public are answered by a standby of Postgres, for as long as it is fresh. */
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
      max: 1,
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

  /** Undefined: the primary is to be asked. */
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

  // Of a pool drizzle uses `query` alone, as long as `transaction` is not its own.
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

/** The primary would fail at these as well: a statement that takes too long, and values that it cannot read. */
const OF_STATEMENT = /^(57014|22)/;

/** Whether the replica is to blame: it is away or full, replays what is in the way, or lacks what a migration has made. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaLostError) return true;
  const cause = databaseErrorOf(error);
  return cause !== undefined && !OF_STATEMENT.test(cause.code ?? '');
}
