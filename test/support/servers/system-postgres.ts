import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startServer, stopping } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { createCluster } from '../../../src/embedded/postgres/postgres-cluster.ts';
import { findPostgresUser } from '../../../src/embedded/postgres/postgres-user.ts';
import { createLogger } from '../../../src/platform/logger.ts';

const HOME = '/usr/lib/postgresql';

/** Returns the folder of the programs of a Postgres of this machine, with pg_dump, or undefined. */
export function findSystemPostgres(): string | undefined {
  const versions = existsSync(HOME) ? readdirSync(HOME) : [];
  const folders = versions.map((version) => path.join(HOME, version, 'bin'));
  return folders.find((bin) =>
    ['postgres', 'initdb', 'pg_dump'].every((one) => existsSync(path.join(bin, one))),
  );
}

/** Starts a Postgres of this machine, which is not that of `npm start`. Returns the URL of its empty database. */
export async function startSystemPostgres(bin: string, root: string) {
  const logger = createLogger('postgres', 'silent');
  const clusterDir = path.join(root, 'cluster');
  const user = await findPostgresUser(clusterDir);
  await mkdir(root, { recursive: true });
  await chmod(root, 0o711);
  const initdb = path.join(bin, 'initdb');
  await createCluster({ dataDir: root, clusterDir, initdb, user, password: 'secret', durable: false });
  const binaries = { initdb, postgres: path.join(bin, 'postgres'), majorVersion: '' };
  const { port, server } = await startServer({ logger, durable: false }, clusterDir, binaries, user);
  return { url: `postgres://factshelf:secret@127.0.0.1:${port}/postgres`, stop: stopping(server).stop };
}
