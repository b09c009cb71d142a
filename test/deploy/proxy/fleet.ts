import type { StartedApi } from '../../support/servers/started-api.ts';

/** Two API processes that are restarted one after the other. */
export interface Fleet {
  origins: readonly string[];
  /** Stops each process as a service manager does, and starts it again on its port. */
  restartOneByOne(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(start: (port?: number) => Promise<StartedApi>): Promise<Fleet> {
  const apis = await Promise.all([start(), start()]);
  return {
    origins: apis.map(({ origin }) => origin),
    async restartOneByOne() {
      for (const [at, api] of apis.entries()) {
        await api.stop();
        apis[at] = await start(Number(new URL(api.origin).port));
      }
    },
    async stop() {
      await Promise.all(apis.map((api) => api.stop()));
    },
  };
}
