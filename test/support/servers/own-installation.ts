import path from 'node:path';
import { startPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { claimDataDir, SERVICE } from '../../../src/embedded/processes/running-instance.ts';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDataRoot, programOf, ROOT, startNode } from './started-program.ts';

const logger = createLogger('test', 'silent');

export interface OwnInstallation {
  dataDir: string;
  /** Runs work on the database, as while `npm start` runs. */
  whileRunning<T>(work: (db: Db) => Promise<T>): Promise<T>;
  run(
    command: 'backup' | 'restore',
    args: string[],
    settings?: Record<string, string>,
  ): Promise<{ exitCode: number | null; output: string; errors: string }>;
  remove(): Promise<void>;
}

/** A data directory with the Postgres of `npm start`, and the commands on it. */
export async function createInstallation(): Promise<OwnInstallation> {
  const root = await createDataRoot();
  const dataDir = path.join(root.path, 'data');
  return {
    dataDir,
    remove: () => root.remove(),
    async whileRunning(work) {
      const claim = await claimDataDir(dataDir, SERVICE);
      const server = await startPostgres({ dataDir, logger, durable: false });
      const urls = { databaseUrl: server.serviceUrl, ownerUrl: server.url };
      await prepareDatabase(urls);
      await claim.publish({ DATABASE_URL: urls.databaseUrl, MIGRATION_DATABASE_URL: urls.ownerUrl });
      const options = { applicationName: 'test', statementTimeoutMs: 60_000, logger };
      const pool = createPool({ url: urls.databaseUrl, ...options });
      try {
        return await work(createDb(pool));
      } finally {
        await pool.end();
        await server.stop();
        await claim.stop();
      }
    },
    async run(command, args, settings = {}) {
      const given = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings };
      const program = startNode([...programOf(`src/cli/backup/${command}`), ...args], given, ROOT);
      const exitCode = await program.ended;
      return { exitCode, output: program.output(), errors: program.errors() };
    },
  };
}
