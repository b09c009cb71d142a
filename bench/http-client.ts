import { Agent, request } from 'node:http';

export interface HttpAnswer {
  /** 0: no answer came. */
  status: number;
  text: string;
  /** From the call to the last byte. */
  ms: number;
}

export interface HttpClient {
  get(path: string): Promise<HttpAnswer>;
  close(): void;
}

/** A slower answer counts as none. */
const TIMEOUT_MS = 300_000;

/** GET over kept-alive connections, as many as there are callers at once. Never rejects. */
export function createHttpClient(
  origin: string,
  connections: number,
  headers: Record<string, string> = {},
): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' });

  const ask = (path: string, startedAt: number): Promise<HttpAnswer> =>
    new Promise((resolve) => {
      const fail = () => resolve({ status: 0, text: '', ms: performance.now() - startedAt });
      const outgoing = request(origin + path, { agent, headers, timeout: TIMEOUT_MS }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', fail);
        incoming.on('end', () => {
          const ms = performance.now() - startedAt;
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString(), ms });
        });
      });
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the very moment it is used again.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(ask(path, startedAt));
        else fail();
      });
      outgoing.end();
    });

  return { get: (path) => ask(path, performance.now()), close: () => agent.destroy() };
}
