import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Express } from 'express';
import { createHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface RawServer {
  port: number;
  server: Server;
  /** Writes these bytes to a new connection and reads the first answer, until the server ends or says no more. */
  send: (bytes: string) => Promise<RawAnswer>;
  /** Writes these bytes to a new connection and reads whatever comes until the server ends it. */
  exchange: (bytes: string) => Promise<string>;
  close: () => Promise<void>;
}

/** The application behind the server it has in production, for requests that no HTTP client would send. */
export async function startRawServer(app: Express, server = createHttpServer(app)): Promise<RawServer> {
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server,
    send: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
        let received = '';
        socket.setEncoding('utf8');
        socket.on('data', (chunk: string) => {
          received += chunk;
          const answer = parseAnswer(received);
          if (!answer) return;
          socket.destroy();
          resolve(answer);
        });
        socket.on('error', reject);
        socket.on('close', () => reject(new Error(`the server closed after: ${received}`)));
      }),
    exchange: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
        let received = '';
        socket.setEncoding('utf8');
        socket.on('data', (chunk: string) => (received += chunk));
        socket.on('error', reject);
        socket.on('close', () => resolve(received));
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined until the answer is there as a whole, by its Content-Length. */
function parseAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
