import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Db } from './client.ts';

/** Returns whether a process holds the lock with this key, of a session or a transaction. */
export async function isLockHeld(db: Db, key: number): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${key} and objsubid = 1
      and granted and database = (select oid from pg_database where datname = current_database())) as held`);
  return rows[0]?.held ?? false;
}

/** Creates a connection that holds a session lock, and is noticed quickly when this machine is gone. */
export function createLockClient(databaseUrl: string, applicationName: string): Client {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 2_000,
    query_timeout: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // Postgres must notice quickly when this machine is gone: until then no other process can take the lock.
    options:
      '-c idle_session_timeout=0 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
  });
  // An unhandled `error` event would end the process; `connect` also rejects with errors while connecting.
  client.on('error', () => undefined);
  return client;
}

export interface HeldLock {
  /** Fires when the lock's connection ends. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Takes a session lock on a connection of its own. Returns undefined if another process holds it. */
export async function takeLock(
  databaseUrl: string,
  applicationName: string,
  key: number,
): Promise<HeldLock | undefined> {
  const client = createLockClient(databaseUrl, applicationName);
  const release = async () => await client.end().catch(() => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      key,
    ]);
    if (!rows[0]?.locked) {
      await release();
      return undefined;
    }
  } catch (error) {
    await release();
    throw error;
  }
  const lost = new AbortController();
  const lose = () => lost.abort(new Error('The connection that holds the lock is lost.'));
  client.on('error', lose).on('end', lose);
  return { lost: lost.signal, release };
}
