import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../api-error.ts';
import { buildRawAnswer } from './raw-answer.ts';

const CODE_OF_NODE_ERROR: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  header_too_large: 'The request line and headers are larger than 8 KB.',
  request_timeout: 'The request did not arrive in time.',
};

/** Long enough for the answer to be read. */
const LINGER_MS = 500;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Gives the envelope also to what Node itself refuses before a request exists: 400, 408 and 431. Requests that came
 * whole before it on the same socket are answered first.
 */
export function answerClientErrors(server: Server): void {
  const exchanges = new WeakMap<Socket, Set<Exchange>>();
  const failed = new WeakSet<Socket>();

  const note = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const open = exchanges.get(socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(socket, open.add(exchange));
    response.once('close', () => open.delete(exchange));
  };
  // Before the application, which may answer at once.
  server.prependListener('request', note);
  server.prependListener('checkExpectation', note);

  const refuse = async (socket: Socket, error: NodeJS.ErrnoException) => {
    const open = [...(exchanges.get(socket) ?? [])];
    const answering = open.filter(({ request, response }) => request.complete || response.headersSent);
    await Promise.all(answering.map(({ response }) => once(response, 'close')));
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    // What could not be read belongs to a request that has its answer.
    const isAnswered = answering.some(({ request }) => !request.complete);
    const code = CODE_OF_NODE_ERROR[error.code ?? ''] ?? 'invalid_request';
    socket.end(isAnswered ? '' : buildRawAnswer(code, MESSAGES[code] ?? 'The request is not valid HTTP.'));
    // A caller who keeps their own side open would keep the socket, and a thousand of them every socket there is.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Whatever comes after it is refused with it.
    if (failed.has(socket)) return;
    failed.add(socket);
    void refuse(socket, error);
  });
  // CONNECT is refused. Node takes its listeners from the socket before this.
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    void refuse(socket, new Error('CONNECT'));
  });
}
