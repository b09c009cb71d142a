import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { buildErrorBody, ERROR_STATUS, type ErrorCode } from './api-error.ts';

const CODE_OF_NODE_ERROR: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  header_too_large: 'The request line and headers are larger than 8 KB.',
  request_timeout: 'The request did not arrive in time.',
};

/** Gives the envelope also to what Node itself refuses before a request exists: 400, 408 and 431. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const code = CODE_OF_NODE_ERROR[error.code ?? ''] ?? 'invalid_request';
    const requestId = randomUUID();
    const body = JSON.stringify(
      buildErrorBody(code, MESSAGES[code] ?? 'The request is not valid HTTP.', requestId),
    );
    const status = ERROR_STATUS[code];
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
        `Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
