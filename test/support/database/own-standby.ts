import { startPostgres, type EmbeddedPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { copyPrimary, PRIMARY_SETTINGS, startStandby, type EmbeddedStandby } from './embedded-standby.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDataRoot, listFamily } from '../servers/started-program.ts';

export interface OwnStandby {
  primary: EmbeddedPostgres;
  /** The standby's, as the owner of everything and as the service. */
  url: string;
  serviceUrl: string;
  /** Starts the standby again, where it was, at the same address. */
  start(): Promise<void>;
  /** Kills every process of the cluster. */
  kill(): Promise<void>;
  /** To every process of the standby. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  close(): Promise<void>;
}

/** A migrated primary and a standby that follows it, to stop and to kill. */
export async function createOwnStandby(): Promise<OwnStandby> {
  const logger = createLogger('postgres', 'silent');
  const root = await createDataRoot();
  const primary = await startPostgres({ dataDir: root.path, logger, settings: PRIMARY_SETTINGS });
  await prepareDatabase({ databaseUrl: primary.serviceUrl, ownerUrl: primary.url });
  const options = { dataDir: root.path, primaryUrl: primary.url, logger };
  await copyPrimary(options);
  let standby: EmbeddedStandby = await startStandby(options);
  const { port } = standby;
  const atStandby = (given: string) => {
    const url = new URL(given);
    url.port = String(port);
    return url.href;
  };
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of [standby.pid, ...(await listFamily(standby.pid)).map((entry) => entry.pid)]) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended in between.
      }
    }
  };
  return {
    primary,
    url: atStandby(primary.url),
    serviceUrl: atStandby(primary.serviceUrl),
    async start() {
      standby = await startStandby({ ...options, port });
    },
    async kill() {
      await signal('SIGKILL');
      await standby.exited;
    },
    signal,
    async close() {
      await signal('SIGCONT');
      await standby.stop();
      await primary.stop();
      await root.remove();
    },
  };
}
