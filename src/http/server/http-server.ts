import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
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

export interface DrainOptions {
  /** New connections are still served for so long: balancers have to see first that this process is not ready. */
  delayMs?: number;
  /** Then started requests have this long to end. */
  patienceMs?: number;
}

const PATIENCE_MS = 5_000;
/** More callers than that at once: somebody comes whenever the server stops. */
const MOST_TURNS = 2_000;

/**
 * Ends a server without breaking off what callers have begun: serves on for `delayMs`, takes no new connection after
 * that, lets started requests end, and closes kept-alive sockets as they fall idle.
 */
export async function drainHttpServer(server: Server, options: DrainOptions = {}): Promise<void> {
  const { delayMs = 0, patienceMs = PATIENCE_MS } = options;
  if (delayMs > 0) await sleep(delayMs);
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Right after sockets were read: a request that has arrived is not taken for a socket that is idle.
  const closingIdle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 100);
  // Among others, callers who connected and have said nothing yet: they do not count as idle.
  const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(giveUp);
}

/**
 * The system lets callers in before this process looks at them, and resets those left when the listening socket
 * closes. Each turn of the event loop takes one (libuv since 1.45): when a turn takes none, there is none, and what
 * comes right after it is `setImmediate`.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  let before: number;
  const count = () => (accepted += 1);
  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  server.on('connection', count);
  // The rest of this turn is not a whole one.
  await turn();
  let turns = 0;
  do {
    before = accepted;
    await turn();
  } while (accepted > before && ++turns < MOST_TURNS);
  server.off('connection', count);
}
