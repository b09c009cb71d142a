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

/** Time for the client to read the answer. */
const LINGER_MS = 500;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Sends the error envelope for requests that Node itself refuses: 400, 408 and 431. Complete earlier requests on the
 * same socket are answered first.
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
  // Prepended, because the application may answer at once.
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
    // The unreadable bytes belong to a request that has already been answered.
    const isAnswered = answering.some(({ request }) => !request.complete);
    const code = CODE_OF_NODE_ERROR[error.code ?? ''] ?? 'invalid_request';
    socket.end(isAnswered ? '' : buildRawAnswer(code, MESSAGES[code] ?? 'The request is not valid HTTP.'));
    // A client that keeps its side open would otherwise hold the socket; a thousand such clients would hold all of
    // them.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Ignore further errors on a refused socket.
    if (failed.has(socket)) return;
    failed.add(socket);
    void refuse(socket, error);
  });
  // Refuse CONNECT. Node removes its own listeners from the socket before this event.
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    void refuse(socket, new Error('CONNECT'));
  });
}
