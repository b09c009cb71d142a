import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { answerClientErrors } from './client-errors.ts';
import { answerRaw } from './raw-answer.ts';
import { bucketOf } from '../callers/client-address.ts';

interface HttpServerOptions {
  /** Counts a connection that was closed as it came (see `capConnections`). */
  onRefused?: (because: RefusedBecause) => void;
}

/** Room for everybody behind one address of a company or a school, and for four such to be hostile at once. */
const MAX_CONNECTIONS = 1_000;
const MAX_OF_ONE_ADDRESS = 250;
/** Browsers and proxies wait for each answer. A thousand requests in one packet are read in one turn of the event loop. */
const MAX_PIPELINED = 20;

/**
 * An HTTP server with bounds on what a slow or hostile caller can hold: headers 5 s and 8 KB, request 10 s, 20 unanswered
 * requests on a connection, and 250 of 1,000 connections for one address that is no trusted proxy of the application.
 */
export function createHttpServer(
  app: Express,
  { onRefused = () => undefined }: HttpServerOptions = {},
): Server {
  const unanswered = new WeakMap<Socket, number>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const asked = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, asked);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (asked > MAX_PIPELINED) {
      // One answer, which ends the connection; what comes behind it has none.
      if (asked === MAX_PIPELINED + 1)
        answerRaw(response, `More than ${MAX_PIPELINED} requests came before their answers.`);
      return;
    }
    // What leaves the application unanswered has a target that its router cannot read.
    app(request as Request, response as Response, () =>
      answerRaw(response, 'The target of the request is not valid.'),
    );
  };
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
    handle,
  );
  // An `Expect` that is not understood may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
  server.on('checkExpectation', handle);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = 1_000;
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  capConnections(server, {
    perAddress: MAX_OF_ONE_ADDRESS,
    isProxy: (address) => isTrusted(address, 0),
    onRefused,
  });
  lingerAfterAnswers(server);
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

interface DrainOptions {
  /** New connections are still served for so long: balancers have to see first that this process is not ready. */
  delayMs?: number;
  /** Then started requests have this long to end. */
  patienceMs?: number;
}

const PATIENCE_MS = 5_000;
/** More callers than that at once: some arrive whenever the server stops. */
const MAX_TURNS = 2_000;

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
  } while (accepted > before && ++turns < MAX_TURNS);
  server.off('connection', count);
}

type RefusedBecause = 'address' | 'all';

interface ConnectionCap {
  /** What one address may hold open at once, as `bucketOf` counts addresses. */
  perAddress: number;
  /** Everybody's callers come through a proxy that is configured: it may hold as many as there are. */
  isProxy: (address: string) => boolean;
  /** `address`: one address holds too many; `all`: the server holds `maxConnections`. */
  onRefused: (because: RefusedBecause) => void;
}

/** Keeps one address from holding every connection there is: connections beyond its share are closed at once. */
function capConnections(server: Server, { perAddress, isProxy, onRefused }: ConnectionCap): void {
  const open = new Map<string, number>();
  server.on('drop', () => onRefused('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined: it has gone already.
    const address = bucketOf(remoteAddress);
    if (remoteAddress === undefined || address === undefined || isProxy(remoteAddress)) return;
    const held = (open.get(address) ?? 0) + 1;
    if (held > perAddress) {
      onRefused('address');
      socket.destroy();
      return;
    }
    open.set(address, held);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** For the rest of the body, and for the answer to be read. */
const LINGER_MS = 2_000;

/**
 * Lets a caller who is still sending read an answer that ends the connection. Node closes the socket once the answer is
 * written; the system then resets a connection on which bytes go on arriving, and the answer is lost with it.
 */
function lingerAfterAnswers(server: Server): void {
  server.prependListener('request', watch);
  server.prependListener('checkExpectation', watch);
}

function watch(request: IncomingMessage, response: ServerResponse): void {
  // The last moment before Node decides what becomes of the socket.
  response.once('prefinish', () => {
    if (request.complete) return;
    const { socket } = request;
    socket.destroySoon = () => {
      socket.end();
      const giveUp = setTimeout(() => socket.destroy(), LINGER_MS).unref();
      request.once('end', () => {
        clearTimeout(giveUp);
        Socket.prototype.destroySoon.call(socket);
      });
      request.resume();
    };
  });
}
