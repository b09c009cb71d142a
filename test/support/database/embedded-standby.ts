import { execFile } from 'node:child_process';
import { appendFile, chown, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Part } from '../../../src/embedded/processes/keep-running.ts';
import { startServer, stopping } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { findPostgresBinaries } from '../../../src/embedded/postgres/postgres-binaries.ts';
import { findPostgresUser } from '../../../src/embedded/postgres/postgres-user.ts';

/** Settings of the primary: it keeps the log that the standby has not read. */
export const PRIMARY_SETTINGS = { wal_keep_size: '512MB', max_connections: '250' };

/** A long read of the standby delays replay by at most the allowed lag. */
const STANDBY_SETTINGS = {
  max_connections: PRIMARY_SETTINGS.max_connections,
  max_standby_streaming_delay: '300ms',
  // It tries again sooner than in 5 s where its log is not there yet.
  wal_retrieve_retry_interval: '500ms',
};

/** Files of a server that goes on may vanish while they are copied. */
const COPY_ATTEMPTS = 3;

export interface EmbeddedStandbyOptions {
  /** Of the primary, whose cluster is in `postgres` below it. The standby's is kept in `standby`. */
  dataDir: string;
  /** Of the primary, as the owner of everything in it. */
  primaryUrl: string;
  logger: Logger;
  port?: number | undefined;
}

export interface EmbeddedStandby extends Part {
  port: number;
}

/**
 * Copies the cluster of an embedded primary that runs, as `pg_basebackup` does, which is not among the embedded programs. Takes
 * the place of the copy before.
 */
export async function copyPrimary({ dataDir, primaryUrl }: EmbeddedStandbyOptions): Promise<void> {
  const primaryDir = join(resolve(dataDir), 'postgres');
  const standbyDir = join(resolve(dataDir), 'standby');
  const user = await findPostgresUser(primaryDir);
  const write = async (name: string, text: string) => {
    await writeFile(join(standbyDir, name), text, { mode: 0o600 });
    if (user) await chown(join(standbyDir, name), user.uid, user.gid);
  };
  const client = new Client({ connectionString: primaryUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`);
    for (let attempt = 1; ; attempt += 1) {
      await rm(standbyDir, { recursive: true, force: true });
      try {
        // The copy has the owner and rights of the primary's files.
        await promisify(execFile)('cp', ['-a', primaryDir, standbyDir]);
        break;
      } catch (error) {
        if (attempt === COPY_ATTEMPTS) throw error;
      }
    }
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    await write('backup_label', rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  // The log comes from the primary; the copied log may be incomplete.
  for (const file of await readdir(join(standbyDir, 'pg_wal')))
    await rm(join(standbyDir, 'pg_wal', file), { recursive: true });
  for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(standbyDir, file), { force: true });
  await write('standby.signal', '');
  // In a file of the cluster, which its owner alone may read: arguments can be read by everybody on the machine.
  const { hostname, port, username, password } = new URL(primaryUrl);
  await appendFile(
    join(standbyDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
}

/**
 * Starts the standby that `copyPrimary` has made, as a child process on 127.0.0.1; users and passwords are the primary's. It
 * goes on from where it was.
 * @throws {StartError} when it does not take connections
 */
export async function startStandby({
  dataDir,
  logger,
  port,
}: EmbeddedStandbyOptions): Promise<EmbeddedStandby> {
  const clusterDir = join(resolve(dataDir), 'standby');
  const binaries = await findPostgresBinaries();
  const user = await findPostgresUser(clusterDir);
  const started = await startServer(
    { logger, ...(port === undefined ? {} : { port }), settings: STANDBY_SETTINGS },
    clusterDir,
    binaries,
    user,
  );
  const { server } = started;
  return { port: started.port, pid: server.pid, exited: server.exited, ...stopping(server) };
}
