import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { answerClientErrors } from './client-errors.ts';
import { answerRaw } from './raw-answer.ts';
import { bucketOf } from '../callers/client-address.ts';

interface HttpServerOptions {
  /** Called for each connection closed on arrival (see `capConnections`). */
  onRefused?: (because: RefusedBecause) => void;
}

/** One address may be that of a company or a school. Four hostile addresses can use up the total. */
const MAX_CONNECTIONS = 1_000;
const MAX_OF_ONE_ADDRESS = 250;
/**
 * Browsers and proxies wait for each answer. Without a limit, one packet with a thousand requests would block the
 * event loop.
 */
const MAX_PIPELINED = 20;

/**
 * Creates an HTTP server with limits against slow or hostile clients: headers 5 s and 8 KB, request 10 s, 20
 * unanswered requests per connection, and 250 of 1,000 connections per address that is no trusted proxy.
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
      // Send one answer, which ends the connection. Later requests get none.
      if (asked === MAX_PIPELINED + 1)
        answerRaw(response, `More than ${MAX_PIPELINED} requests came before their answers.`);
      return;
    }
    // The application leaves a request unanswered only if its router cannot parse the target.
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
      // The application refuses a missing Host with an envelope.
      requireHostHeader: false,
    },
    handle,
  );
  // An unknown `Expect` may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
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
 * Resolves when the server is listening.
 * @throws the socket's error, with `code` EADDRINUSE if the port is taken
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
  /** How long new connections are still accepted, so that load balancers see first that the process is not ready. */
  delayMs?: number;
  /** How long started requests may take after that. */
  patienceMs?: number;
}

const PATIENCE_MS = 5_000;
/** Limit of the loop, because new connections may keep arriving. */
const MAX_TURNS = 2_000;

/**
 * Closes a server gracefully. Keeps serving for `delayMs`, then accepts no connections, lets started requests end,
 * and closes idle keep-alive sockets.
 */
export async function drainHttpServer(server: Server, options: DrainOptions = {}): Promise<void> {
  const { delayMs = 0, patienceMs = PATIENCE_MS } = options;
  if (delayMs > 0) await sleep(delayMs);
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // After sockets are read, so that a request that has arrived is not mistaken for an idle socket.
  const closingIdle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 100);
  // Also closes connections without any request, which do not count as idle.
  const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(giveUp);
}

/**
 * Accepts connections in the listen backlog, which the system would reset when the listening socket closes. libuv
 * (since 1.45) accepts one per turn of the event loop, and `setImmediate` runs right after. A turn that accepts none
 * means that the backlog is empty.
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
  // The current turn is not a complete one.
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
  /** Maximum connections per address (see `bucketOf`). */
  perAddress: number;
  /** A trusted proxy may hold all connections, because all clients come through it. */
  isProxy: (address: string) => boolean;
  /** `address`: too many connections of one address; `all`: `maxConnections` is reached. */
  onRefused: (because: RefusedBecause) => void;
}

/** Limits the connections of one address. Connections beyond its share are closed at once. */
function capConnections(server: Server, { perAddress, isProxy, onRefused }: ConnectionCap): void {
  const open = new Map<string, number>();
  server.on('drop', () => onRefused('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined if the client has already gone.
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

/** Time for the rest of the body, and for the client to read the answer. */
const LINGER_MS = 2_000;

/**
 * Lets a client that is still sending read an answer that ends the connection. Node closes the socket after the
 * answer. While bytes keep arriving, the system would then reset the connection, and the answer would be lost.
 */
function lingerAfterAnswers(server: Server): void {
  server.prependListener('request', watch);
  server.prependListener('checkExpectation', watch);
}

function watch(request: IncomingMessage, response: ServerResponse): void {
  // The last moment before Node decides what to do with the socket.
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
