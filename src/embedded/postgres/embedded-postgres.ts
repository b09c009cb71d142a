import { dirname, join, resolve } from 'node:path';
import { setTimeout as timeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { errorCodeOf, findReason } from '../../platform/error-code.ts';
import { findFreePort } from '../processes/free-port.ts';
import type { Part } from '../processes/keep-running.ts';
import { makeDirectory } from '../make-directory.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  createCluster,
  DATABASE_NAME,
  POSTGRES_ENVIRONMENT,
  readClusterVersion,
  SERVICE_ROLE,
} from './postgres-cluster.ts';
import { assertReachable, findPostgresUser, type SystemUser } from './postgres-user.ts';
import { NEW_AT_NEXT_START, readOrCreateSecret } from '../secret-file.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { StartError } from '../describe-failure.ts';

/** Long, because replaying the WAL after a crash within a large import takes time. */
const START_TIMEOUT_MS = 120_000;
/** How long to wait for a previous server, which stops by itself after its owner was killed. */
const TAKEOVER_TIMEOUT_MS = 10_000;

/** Tuned for a machine with 2 cores, where a bulk import must not trigger a checkpoint every few seconds. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  wal_compression: 'on',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A standby accepts `read-only` connections. */
const READY = /database system is ready to accept (read-only )?connections/;

/** For disposable data. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface EmbeddedPostgresOptions {
  /** Holds the cluster in `postgres`, and passwords in `postgres-password` and `postgres-service-password`. */
  dataDir: string;
  logger: Logger;
  /** Default: any free port. */
  port?: number;
  /** False trades durability for speed, for tests. */
  durable?: boolean;
  /** Further server settings. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres extends Part {
  /** URL of the owner of everything. */
  url: string;
  /** URL of the service's role, which the migrations create. */
  serviceUrl: string;
  port: number;
}

/**
 * Starts Postgres as a child process on 127.0.0.1 with the database `factshelf`. Creates the cluster if there is
 * none. It stops with `stop()`, or together with this process at the latest.
 * @throws {StartError} if the cluster is of another major version or in use, or Postgres cannot run on this machine
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const binaries = await findPostgresBinaries();
  const clusterVersion = await readClusterVersion(clusterDir);
  if (clusterVersion !== undefined && clusterVersion !== binaries.majorVersion) {
    throw new StartError(
      `${clusterDir} was made by Postgres ${clusterVersion} and this is Postgres ${binaries.majorVersion}: choose another DATA_DIR, or set DATABASE_URL to a Postgres ${clusterVersion} server that uses it.`,
    );
  }
  const user = await findPostgresUser(clusterDir);
  // 0711 lets Postgres' own user pass through, but neither list the directory nor read its secrets.
  makeDirectory(dataDir, user ? 0o711 : 0o700);
  await assertReachable(dataDir, user);
  await assertReachable(dirname(binaries.postgres), user);
  const password = await readOrCreateSecret(
    join(dataDir, 'postgres-password'),
    'put the password of the database back, for example from a backup',
  );
  const servicePassword = await readOrCreateSecret(
    join(dataDir, 'postgres-service-password'),
    NEW_AT_NEXT_START,
  );
  if (clusterVersion === undefined) {
    const durable = options.durable !== false;
    await createCluster({ dataDir, clusterDir, initdb: binaries.initdb, user, password, durable });
  }

  const { port, server } = await startServer(options, clusterDir, binaries, user);
  const buildUrl = (role: string, secret: string) =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${DATABASE_NAME}`;
  const url = buildUrl(DATABASE_NAME, password);
  const serviceUrl = buildUrl(SERVICE_ROLE, servicePassword);
  const { stop, kill } = stopping(server);
  try {
    await createDatabase(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, serviceUrl, port, pid: server.pid, exited: server.exited, stop, kill };
}

/**
 * SIGINT is a fast shutdown, which does not wait for clients. SIGQUIT also loses nothing: the next start replays the
 * WAL.
 */
export function stopping(server: ServerProcess): Pick<Part, 'stop' | 'kill'> {
  return {
    stop: async () => await server.stop(3_000, 'SIGQUIT'),
    kill: () => server.kill('SIGQUIT'),
  };
}

/**
 * Starts the server of an existing cluster, by default on a free port.
 * @throws {StartError} if it does not accept connections
 */
export async function startServer(
  options: Omit<EmbeddedPostgresOptions, 'dataDir'>,
  clusterDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<{ port: number; server: ServerProcess }> {
  const settings = { ...SETTINGS, ...(options.durable === false ? NOT_DURABLE : {}), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const takeoverUntil = Date.now() + TAKEOVER_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    let isReady: (() => void) | undefined;
    const ready = new Promise<'ready'>((done) => (isReady = () => done('ready')));
    const server = startServerProcess({
      command: binaries.postgres,
      args: ['-D', clusterDir, '-p', String(port), ...flags],
      stopSignal: 'SIGINT',
      cwd: clusterDir,
      env: POSTGRES_ENVIRONMENT,
      ...user,
      onLine: (line) => {
        if (READY.test(line)) isReady?.();
        options.logger[line.includes(' PANIC:') ? 'error' : 'debug']({ server: 'postgres' }, line);
      },
    });
    const outcome = await Promise.race([
      ready,
      server.exited,
      timeout(START_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    if (outcome === 'ready') return { port, server };
    await server.stop(1_000, 'SIGKILL');
    const output = server.lastLines.join('\n');
    // Another program took the port meanwhile.
    if (/could not bind|could not create any TCP|Address already in use/.test(output) && attempt < 5)
      continue;
    if (output.includes('lock file "postmaster.pid" already exists')) {
      if (Date.now() < takeoverUntil) {
        await timeout(250);
        continue;
      }
      throw new StartError(
        `Another Postgres process uses ${clusterDir}: stop that one (its process id is the first line of postmaster.pid there), or choose another DATA_DIR.`,
      );
    }
    const reason = findReason(server.lastLines) || 'it printed nothing';
    throw new StartError(`Postgres did not start in ${clusterDir}: ${reason}`);
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url.replace(/\/\w+$/, '/postgres'),
    connectionTimeoutMillis: 5_000,
  });
  // The statement reports a lost connection. Without a listener, the event would end the process silently.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    if (errorCodeOf(error) !== '28P01') throw error;
    throw new StartError(
      'The file postgres-password does not hold the password of the database: put the right one back.',
      {
        cause: error,
      },
    );
  } finally {
    await client.end();
  }
}
