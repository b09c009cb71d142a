import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { buildErrorBody, ERROR_STATUS, type ErrorCode } from '../api-error.ts';
import { SOCKET_SECURITY_HEADERS } from './security-headers.ts';

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

/** Gives the envelope also to what Node itself refuses before a request exists: 400, 408 and 431. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODE_OF_NODE_ERROR[error.code ?? ''] ?? 'invalid_request';
    socket.end(buildRawAnswer(code, MESSAGES[code] ?? 'The request is not valid HTTP.'));
    // A caller who keeps their own side open would keep the socket, and a thousand of them every socket there is.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

function buildRawAnswer(code: ErrorCode, message: string): string {
  const requestId = randomUUID();
  const status = ERROR_STATUS[code];
  const body = JSON.stringify(buildErrorBody(code, message, requestId));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    ...SOCKET_SECURITY_HEADERS,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
