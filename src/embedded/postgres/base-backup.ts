import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import pg from 'pg';
import type { Logger } from 'pino';
import * as tar from 'tar';
import { errorCodeOf } from '../../platform/error-code.ts';
import { StartError } from '../describe-failure.ts';
import { startPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { readClusterVersion } from './postgres-cluster.ts';
import { findPostgresUser } from './postgres-user.ts';

const CLUSTER = 'postgres';

/** The server notices a little late that a backup was killed. */
const whileSlotIsTaken = retry(
  handleWhen((error) => errorCodeOf(error) === '42710'),
  { maxAttempts: 20, backoff: new ConstantBackoff(500) },
);

/**
 * Makes the running server write a copy of its cluster with `BASE_BACKUP`, like `pg_basebackup`, which the npm
 * package lacks. Clients keep working.
 * @param url URL of the owner
 * @param work an empty folder directly below the data directory, which the server can reach like its cluster
 * @returns a gzipped tar file in it
 * @throws {Error} if another backup is running, or the server refuses
 */
export async function backUpCluster(dataDir: string, url: string, work: string): Promise<string> {
  const { uid, gid } = await stat(path.join(dataDir, CLUSTER));
  const client = new pg.Client({ connectionString: `${url}?replication=database` });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The slot keeps the WAL that the copy needs. A second slot with this name is refused.
    await whileSlotIsTaken.execute(() =>
      client.query(`CREATE_REPLICATION_SLOT factshelf_backup TEMPORARY PHYSICAL (RESERVE_WAL)`),
    );
    await chown(work, uid, gid);
    const target = path.join(work, 'out');
    await client.query(
      `BASE_BACKUP (LABEL 'factshelf', TARGET 'server', TARGET_DETAIL ${pg.escapeLiteral(target)}, CHECKPOINT 'fast', WAL true, COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=3')`,
    );
    const file = path.join(work, 'database');
    await rename(path.join(target, 'base.tar.gz'), file);
    await rm(target, { recursive: true });
    return file;
  } finally {
    await client.end();
  }
}

/** @throws {StartError} if there is a cluster that may not be replaced, or the copy is of another Postgres version */
export async function assertRestorable(dataDir: string, version: string, mayReplace: boolean): Promise<void> {
  const { majorVersion } = await findPostgresBinaries();
  if (version !== majorVersion) {
    throw new StartError(
      `The backup is of Postgres ${version}, and this release has Postgres ${majorVersion}.`,
    );
  }
  if (!mayReplace && (await readClusterVersion(path.join(dataDir, CLUSTER))) !== undefined) {
    throw new StartError(
      `There is a database in ${dataDir} already: --replace removes it, and its pictures stay.`,
    );
  }
}

/**
 * Unpacks a copy of a cluster into a folder directly below the data directory, and starts its server there.
 * @param file what `backUpCluster` returned
 */
export async function startCopy(options: {
  dataDir: string;
  work: string;
  file: string;
  password: string;
  logger: Logger;
}): Promise<EmbeddedPostgres> {
  const { work, file, password, logger } = options;
  const draft = path.join(work, CLUSTER);
  const user = await findPostgresUser(path.join(options.dataDir, CLUSTER));
  if (user) await chmod(work, 0o711);
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  // Synchronous: with glibc before 2.41 one lost wake-up of Node's file threads would stop a restore for ever.
  tar.extract({ file, cwd: draft, strict: true, sync: true, ...user });
  await writeFile(path.join(work, 'postgres-password'), `${password}\n`, { mode: 0o600, flush: true });
  return await startPostgres({ dataDir: work, logger });
}
