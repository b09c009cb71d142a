import type { Server } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createHttpServer, listen } from './http-server.ts';

/**
 * Serves pages about this process on a port of their own. A port that cannot be had is logged, by the name of its
 * setting, and done without: the work matters more than its status.
 */
export async function serveStatus(
  app: Express,
  at: { port: number; host: string; setting: string },
  logger: Logger,
): Promise<Server | undefined> {
  const { port, host, setting } = at;
  const server = createHttpServer(app);
  try {
    await listen(server, port, host);
    logger.info({ host, port }, 'status pages');
    return server;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn({ reason }, `no status pages: ${setting} cannot be listened on`);
    return undefined;
  }
}
