import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from './database-error.ts';

/** Either the pool or a transaction of it: store functions take this first, so that no query slips outside. */
export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  max?: number;
  /** Server-side limit for one statement. */
  statementTimeoutMs: number;
  /** How long to wait for a connection, and for a lock that another transaction holds; 1,000 unless given. */
  patienceMs?: number;
  /** The same for a connection alone, where a busy machine is no reason to give up. */
  connectMs?: number;
  /** How long the server waits for the next statement of a transaction; 5,000 unless given. */
  idleInTransactionMs?: number;
  /** Server settings of each connection. Where names are compared: `SIMILARITY_SETTINGS` (search/search-limits.ts). */
  settings?: Record<string, string>;
  logger: Logger;
}

/** For the server's own words that a statement took too long. */
const SERVER_GRACE_MS = 100;

/**
 * A connection pool. Waiting for a connection or a lock fails after `patienceMs`; a statement is cancelled by the server after
 * `statementTimeoutMs`, and given up by the client right after that, should the server not answer at all.
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
  // An idle connection that the server drops is emitted here; unheard, it would end the process.
  // The message only: the error holds the whole client.
  pool.on('error', ({ message }) =>
    options.logger.warn({ reason: message }, 'idle database connection lost'),
  );
  // One that is lost while a transaction holds it, between two statements, is not emitted there. The next statement
  // fails; unheard, this too would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Without a list of the tables, which only drizzle's relational queries need: it costs a transaction a millisecond. */
export const DB_OPTIONS = { casing: 'snake_case' } as const;

export function createDb(pool: pg.Pool): Db {
  const db = drizzle(pool, DB_OPTIONS);
  // drizzle's own keeps the connection for ever when BEGIN fails, and gives back one in the middle of a transaction
  // when ROLLBACK does: others would wait for it in vain, or go on in that transaction.
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    let mayBeUsedAgain = false;
    try {
      const result = await drizzle(client, DB_OPTIONS).transaction(run, config);
      mayBeUsedAgain = true;
      return result;
    } catch (error) {
      mayBeUsedAgain = !isDatabaseUnavailable(error) && client.getTransactionStatus() === 'I';
      throw error;
    } finally {
      client.release(!mayBeUsedAgain);
    }
  };
  return db;
}

/**
 * Returns the settings of a transaction that reads, and whose statements have so many milliseconds each. Its timeout goes to
 * the server together with `begin`: drizzle writes the access mode there as it is.
 */
export function readsWithin(ms: number): PgTransactionConfig {
  return { accessMode: `read only; set local statement_timeout = ${ms}` as 'read only' };
}
