import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { buildErrorBody, ERROR_STATUS, type ErrorCode } from '../api-error.ts';
import { SOCKET_SECURITY_HEADERS } from './security-headers.ts';

interface RawAnswer {
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

function buildAnswer(code: ErrorCode, message: string): RawAnswer {
  const requestId = randomUUID();
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
  return { status: ERROR_STATUS[code], headers, body };
}

/** Builds an error answer as bytes, for a socket without a request. */
export function buildRawAnswer(code: ErrorCode, message: string): string {
  const { status, headers, body } = buildAnswer(code, message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Sends an error envelope for a request that reaches no route. Ends the connection. */
export function answerRaw(response: ServerResponse, message: string): void {
  if (response.headersSent) return;
  const { status, headers, body } = buildAnswer('invalid_request', message);
  response.writeHead(status, headers).end(body);
}
