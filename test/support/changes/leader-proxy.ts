import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LeaderProxy {
  address: string;
  /** `GET /dumps/… bytes=10-` and so on, as they came. */
  asked: string[];
  /** Answers in place of the leader, if it returns true. */
  setAnswer(answer: ((incoming: IncomingMessage, response: ServerResponse) => boolean) | undefined): void;
  /** Bodies below this path stop after this many bytes. */
  setLimit(limit: { path: string; bytes: number } | undefined): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Stands before a leader, to answer in its place, or to let only parts of its files through. */
export async function createLeaderProxy(target: string): Promise<LeaderProxy> {
  const { hostname, port } = new URL(target);
  const asked: string[] = [];
  let answerInstead: ((incoming: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  let limit: { path: string; bytes: number } | undefined;
  const server = createServer((incoming, response) => {
    const { url = '', headers } = incoming;
    asked.push([url, headers.range].filter(Boolean).join(' '));
    if (answerInstead?.(incoming, response)) return;
    const upstream = request({ hostname, port, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      const bound = limit && url.startsWith(limit.path) ? limit : undefined;
      if (!bound) {
        answer.pipe(response);
        return;
      }
      let left = bound.bytes;
      answer.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, left);
        left -= part.length;
        response.write(part);
        if (left === 0) answer.pause();
      });
      answer.on('end', () => response.end()).on('error', () => response.destroy());
    });
    // A connection that the leader drops is dropped here too.
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    upstream.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    setAnswer: (answer) => (answerInstead = answer),
    setLimit: (given) => (limit = given),
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
