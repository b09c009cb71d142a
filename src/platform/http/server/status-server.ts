import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { errorCodeOf } from '../../error-code.ts';
import { createHttpServer, listen } from './http-server.ts';

/**
 * Serves status pages of this process on their own port. If the port is in use, as by a leader and its follower on
 * one machine, a free port is chosen and logged. If no port works, the process runs without them.
 */
export async function serveStatus(
  app: Express,
  at: { port: number; host: string; setting: string },
  logger: Logger,
): Promise<Server | undefined> {
  const { port, setting } = at;
  try {
    return await serveAt(app, at, logger);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isTaken = errorCodeOf(error) === 'EADDRINUSE' && port !== 0;
    const outcome = isTaken ? 'the status pages get a free port' : 'no status pages';
    logger.warn({ reason }, `${setting} cannot be listened on: ${outcome}`);
    return isTaken ? await serveStatus(app, { ...at, port: 0 }, logger) : undefined;
  }
}

async function serveAt(app: Express, at: { port: number; host: string }, logger: Logger): Promise<Server> {
  const server = createHttpServer(app);
  await listen(server, at.port, at.host);
  const { port } = server.address() as AddressInfo;
  logger.info({ host: at.host, port }, 'status pages');
  return server;
}
