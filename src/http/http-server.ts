import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { answerClientErrors } from './client-errors.ts';

/** An HTTP server with bounds on what a slow or hostile caller can hold: headers 5 s and 8 KB, request 10 s. */
export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 8_192,
      // The application refuses it, with an envelope.
      requireHostHeader: false,
    },
    app,
  );
  // An `Expect` that is not understood may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
  server.on('checkExpectation', app);
  server.maxConnections = 1_000;
  server.maxRequestsPerSocket = 1_000;
  answerClientErrors(server);
  return server;
}

/**
 * Resolves when the server listens.
 * @throws the socket's error, with `code` EADDRINUSE when the port is taken
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Takes no new connection, lets started requests end, and closes kept-alive sockets as they fall idle. */
export async function drainHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const timer = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearInterval(timer);
}
