import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCodeOf, reasonOf } from '../../platform/error-code.ts';
import type { SystemUser } from './postgres-user.ts';
import { StartError } from '../describe-failure.ts';

/** Name of the database and of its owner. */
export const DATABASE_NAME = 'factshelf';
/** Role of the service, which owns nothing. */
export const SERVICE_ROLE = 'factshelf_app';

/** Excludes our environment: PGPORT, PGDATA and the like would affect the server. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Returns the major Postgres version of the cluster, or undefined if there is none. */
export async function readClusterVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    if (errorCodeOf(error) !== 'EACCES') throw error;
    throw new StartError(
      `${clusterDir} belongs to another user: start this as that user, or choose another DATA_DIR.`,
      { cause: error },
    );
  }
}

interface ClusterOptions {
  dataDir: string;
  clusterDir: string;
  initdb: string;
  user: SystemUser | undefined;
  password: string;
  /** False: skip syncing to disk. */
  durable: boolean;
}

/**
 * Creates a UTF-8 cluster in a temporary place and moves it, so that an interrupted start leaves no partial cluster.
 * @throws {StartError} if initdb fails
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataDir, clusterDir, initdb, user, password } = options;
  const workDir = join(dataDir, 'postgres-new');
  const passwordFile = join(workDir, 'password');
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(workDir, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const args = [
    `--pgdata=${join(workDir, 'data')}`,
    `--username=${DATABASE_NAME}`,
    `--pwfile=${passwordFile}`,
  ];
  args.push('--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums');
  if (!options.durable) args.push('--no-sync');
  // pg_trgm uses LC_CTYPE to recognise letters; plain "C" only knows ASCII. macOS has no C.UTF-8.
  args.push(...(process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']));
  try {
    await promisify(execFile)(initdb, args, { ...user, cwd: workDir, env: POSTGRES_ENVIRONMENT });
  } catch (error) {
    throw new StartError(`The database cluster in ${dataDir} could not be made: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  await rename(join(workDir, 'data'), clusterDir);
  await rm(workDir, { recursive: true, force: true });
}
