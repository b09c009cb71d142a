import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import * as tar from 'tar';
import { StartError } from '../describe-failure.ts';
import { startPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { readClusterVersion } from './postgres-cluster.ts';
import { findPostgresUser } from './postgres-user.ts';

const CLUSTER = 'postgres';
/** Temporary folder of a restore. The next restore removes leftovers of a failed one. */
const BESIDE = 'restoring';

/**
 * Makes the running server write a copy of its cluster with `BASE_BACKUP`, like `pg_basebackup`, which the npm
 * package lacks. Clients keep working.
 * @param url URL of the owner
 * @param file the result, a gzipped tar file on the volume of the data directory
 * @throws {Error} if another backup is running, or the server refuses
 */
export async function backUpCluster(dataDir: string, url: string, file: string): Promise<void> {
  const { uid, gid } = await stat(path.join(dataDir, CLUSTER));
  // A folder below the data directory, which the server can reach like its cluster.
  const folder = path.join(path.resolve(dataDir), 'base-backup');
  const client = new pg.Client({ connectionString: `${url}?replication=database` });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The slot keeps the WAL that the copy needs. A second slot with this name is refused.
    await client.query(`CREATE_REPLICATION_SLOT factshelf_backup TEMPORARY PHYSICAL (RESERVE_WAL)`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, uid, gid);
    const target = pg.escapeLiteral(path.join(folder, 'out'));
    await client.query(
      `BASE_BACKUP (LABEL 'factshelf', TARGET 'server', TARGET_DETAIL ${target}, CHECKPOINT 'fast', WAL true, COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=3')`,
    );
    await rename(path.join(folder, 'out', 'base.tar.gz'), file);
    await rm(folder, { recursive: true });
  } finally {
    await client.end();
  }
}

interface RestoredCluster extends EmbeddedPostgres {
  /** Moves the stopped cluster into place and removes the former one. */
  moveIn(): Promise<void>;
}

/**
 * Starts the server of a restored copy, beside the final place of the cluster.
 * @throws {StartError} if there is a cluster that may not be replaced, or the copy is of another Postgres version
 */
export async function startCopy(options: {
  dataDir: string;
  file: string;
  password: string;
  version: string;
  mayReplace: boolean;
  logger: Logger;
}): Promise<RestoredCluster> {
  const { file, password, version, logger } = options;
  const dataDir = path.resolve(options.dataDir);
  const place = path.join(dataDir, CLUSTER);
  const { majorVersion } = await findPostgresBinaries();
  if (version !== majorVersion) {
    throw new StartError(
      `The backup is of Postgres ${version}, and this release has Postgres ${majorVersion}.`,
    );
  }
  if (!options.mayReplace && (await readClusterVersion(place)) !== undefined) {
    throw new StartError(
      `There is a database in ${dataDir} already: --replace removes it, and its pictures stay.`,
    );
  }
  const beside = path.join(dataDir, BESIDE);
  const draft = path.join(beside, CLUSTER);
  await rm(beside, { recursive: true, force: true });
  const user = await findPostgresUser(place);
  await mkdir(beside, { mode: user ? 0o711 : 0o700 });
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  // Synchronous: with glibc before 2.41 one lost wake-up of Node's file threads would stop a restore for ever.
  tar.extract({ file, cwd: draft, strict: true, sync: true, ...user });
  const secret = path.join(beside, 'postgres-password');
  await writeFile(secret, `${password}\n`, { mode: 0o600, flush: true });
  const server = await startPostgres({ dataDir: beside, logger });
  return {
    ...server,
    async moveIn() {
      const old = path.join(dataDir, 'postgres-replaced');
      await rm(old, { recursive: true, force: true });
      if ((await readClusterVersion(place)) !== undefined) await rename(place, old);
      await rename(secret, path.join(dataDir, 'postgres-password'));
      await rename(draft, place);
      await rm(beside, { recursive: true });
      await rm(old, { recursive: true, force: true });
    },
  };
}
