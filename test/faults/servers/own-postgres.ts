import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { claimDataDir } from '../../../src/embedded/processes/running-instance.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { listFamily } from '../../support/servers/started-program.ts';

export interface OwnPostgres {
  /** Where commands find it, as they find the server of `npm start`. */
  dataDir: string;
  /** As the owner of everything in it. */
  url: string;
  /** As the service. */
  serviceUrl: string;
  /** Starts it again, with what it had on disk, at the same address. */
  start(): Promise<void>;
  /** What `pg_ctl stop -m immediate` does: every process of it ends at once, without tidying up. */
  crash(): Promise<void>;
  /** To every process of it. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  stop(): Promise<void>;
  /** Takes away everything it had but its passwords. It must not be running. */
  wipe(): Promise<void>;
}

/** A durable Postgres to crash and to stop. */
export async function startOwnPostgres(root: string): Promise<OwnPostgres> {
  const logger = createLogger('postgres', 'silent');
  const dataDir = path.join(root, 'postgres');
  let server: EmbeddedPostgres = await startPostgres({ dataDir, logger });
  const { url, serviceUrl, port } = server;
  const publish = async () => {
    const claim = await claimDataDir(dataDir, 'A scenario');
    await claim.publish({ DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: url });
    return claim;
  };
  let claim = await publish();
  return {
    dataDir,
    url,
    serviceUrl,
    async start() {
      server = await startPostgres({ dataDir, logger, port });
      claim = await publish();
    },
    async crash() {
      process.kill(server.pid, 'SIGQUIT');
      await server.exited;
      await claim.stop();
    },
    async signal(name) {
      const family = await listFamily(server.pid);
      for (const pid of [
        server.pid,
        ...family.filter(({ uid }) => uid !== 0 || process.getuid?.() !== 0).map((entry) => entry.pid),
      ]) {
        try {
          process.kill(pid, name);
        } catch {
          // It has ended in between.
        }
      }
    },
    async stop() {
      await server.stop();
      await claim.stop();
    },
    wipe: () => rm(path.join(dataDir, 'postgres'), { recursive: true, force: true }),
  };
}
