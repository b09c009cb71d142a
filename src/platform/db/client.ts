import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDatabaseUnavailable, isTimeout } from './database-error.ts';

/** The pool or a transaction. Store functions take it as first argument, so that no query escapes its transaction. */
export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  max?: number;
  /** Server-side timeout of a statement. */
  statementTimeoutMs: number;
  /** How long to wait for a connection or a lock; default 1,000. */
  patienceMs?: number;
  /** Overrides the wait for a connection, for work that should not give up on a busy machine. */
  connectMs?: number;
  /** How long a transaction may be idle; default 5,000. */
  idleInTransactionMs?: number;
  /** Server settings of each connection. To compare names, pass `SIMILARITY_SETTINGS` (search/search-limits.ts). */
  settings?: Record<string, string>;
  logger: Logger;
}

/**
 * Settings of connections that find rows by many keys at a time. For equal texts, Postgres 15 would take an index of parts of
 * texts instead, by a bitmap: some milliseconds for each. With them an `or` over two columns reads the whole table: use a
 * `union` of keys.
 */
export const MANY_KEYS_SETTINGS = { enable_bitmapscan: 'off' };

/** Time for the server to report its own timeout first. */
const SERVER_GRACE_MS = 100;

/**
 * Creates a connection pool. Waiting for a connection or lock fails after `patienceMs`. The server cancels a
 * statement after `statementTimeoutMs`; the client gives up shortly after, in case the server does not answer.
 */
export function createPool(options: DatabaseOptions): pg.Pool {
  const patienceMs = options.patienceMs ?? 1_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectMs ?? patienceMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + SERVER_GRACE_MS,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? 5_000,
    options: Object.entries(options.settings ?? {})
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // Emitted when the server drops an idle connection; without a listener, it would end the process. Logs only the
  // message, because the error holds the whole client.
  pool.on('error', ({ message }) =>
    options.logger.warn({ reason: message }, 'idle database connection lost'),
  );
  // A connection lost within a transaction, between two statements, is not emitted there. The next statement fails.
  // Without this listener, the loss would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** No schema, which only drizzle's relational queries need: it costs each transaction a millisecond. */
export const DB_OPTIONS = { casing: 'snake_case' } as const;

/** @param findTraceparent returns the trace of the code that runs; triggers pass it on with what they notify or queue */
export function createDb(pool: pg.Pool, findTraceparent?: () => string | undefined): Db {
  const db = drizzle(pool, DB_OPTIONS);
  // Replaces drizzle's `transaction`, which leaks the connection if BEGIN fails. If ROLLBACK fails, drizzle returns
  // a connection to the pool that is still inside the transaction.
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    let mayBeUsedAgain = false;
    const traceparent = config === undefined ? findTraceparent?.() : undefined;
    try {
      const result = await drizzle(client, DB_OPTIONS).transaction(
        run,
        traceparent === undefined ? config : writesFor(traceparent),
      );
      mayBeUsedAgain = true;
      return result;
    } catch (error) {
      const isLost = isDatabaseUnavailable(error) && !isTimeout(error);
      mayBeUsedAgain = !isLost && client.getTransactionStatus() === 'I';
      throw error;
    } finally {
      client.release(!mayBeUsedAgain);
    }
  };
  return db;
}

/**
 * Returns the config of a read-only transaction whose statements time out after `ms`. The timeout is appended to the
 * access mode, which drizzle inserts verbatim, so that it needs no round trip.
 */
export function readsWithin(ms: number): PgTransactionConfig {
  return { accessMode: `read only; set local statement_timeout = ${ms}` as 'read only' };
}

/**
 * Returns the config of a transaction whose triggers see its trace, without a round trip as well. It names no access mode, so
 * a database that was made read-only stays so.
 */
function writesFor(traceparent: string): PgTransactionConfig {
  return {
    isolationLevel: `read committed; set local factshelf.traceparent = '${traceparent}'` as 'read committed',
  };
}
