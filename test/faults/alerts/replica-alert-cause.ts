import path from 'node:path';
import { copyPrimary, startStandby } from '../../support/database/embedded-standby.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { AlertCause } from './alert-cause.ts';

export const REPLICA_ALERT_CAUSE: AlertCause = {
  alert: 'FactshelfReplicaNotUsed',
  cause: 'kill -9 of the standby',
  remedy: 'start it',
  async bringAbout({ world }) {
    const logger = createLogger('standby', 'silent');
    const options = {
      dataDir: path.join(world.root, 'postgres'),
      primaryUrl: world.postgres.url,
      logger,
    };
    await copyPrimary(options);
    let standby = await startStandby(options);
    const { port } = standby;
    const url = new URL(world.postgres.serviceUrl);
    url.port = String(port);
    const own = { PORT: new URL(world.api.origin).port, METRICS_PORT: String(world.api.metricsPort) };
    await world.api.stop();
    world.api = await world.startApi({ ...own, DATABASE_READ_URL: url.href });
    process.kill(standby.pid, 'SIGKILL');
    await standby.exited;
    return async () => {
      standby = await startStandby({ ...options, port });
    };
  },
};
