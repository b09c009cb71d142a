import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { listFamily } from '../../support/servers/started-program.ts';

export interface OwnPostgres {
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
  /** Takes away everything it had but its password. It must not be running. */
  wipe(): Promise<void>;
}

/** A durable Postgres to crash and to stop. */
export async function startOwnPostgres(root: string): Promise<OwnPostgres> {
  const logger = createLogger('postgres', 'silent');
  const dataDir = path.join(root, 'postgres');
  let server: EmbeddedPostgres = await startPostgres({ dataDir, logger });
  const { url, serviceUrl, port } = server;
  return {
    url,
    serviceUrl,
    async start() {
      server = await startPostgres({ dataDir, logger, port });
    },
    async crash() {
      process.kill(server.pid, 'SIGQUIT');
      await server.exited;
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
    stop: () => server.stop(),
    wipe: () => rm(path.join(dataDir, 'postgres'), { recursive: true, force: true }),
  };
}
