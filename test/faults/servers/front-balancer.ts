import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';

/** Shorter than `STOP_DELAY_MS`: a stopping process listens until the balancer has seen it. */
const LOOK_EVERY_MS = 250;
const LOOK_MS = 2_000;
/** Headers of one connection, which a proxy does not pass on. */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

export interface FrontBalancer {
  origin: string;
  /** Asks every process at once whether it is ready. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * One address for several API processes: calls go in turn to the processes whose `/readyz` is 200. A read that gets no answer
 * is sent to the next process.
 */
export async function startFrontBalancer(origins: readonly string[], port: number): Promise<FrontBalancer> {
  const agent = new Agent({ keepAliveTimeout: 4_000, headersTimeout: 30_000, bodyTimeout: 0 });
  let ready: readonly string[] = origins;
  let turn = 0;

  const look = async (): Promise<void> => {
    const looks = origins.map(async (origin) => {
      const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) });
      await response.body?.cancel();
      return response.ok;
    });
    const found = await Promise.allSettled(looks);
    ready = origins.filter((_, at) => {
      const one = found[at];
      return one?.status === 'fulfilled' && one.value;
    });
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    turn += 1;
    const choice = ready.length > 0 ? ready : origins;
    for (let attempt = 0; attempt < (isRead ? choice.length : 1); attempt += 1) {
      try {
        const answer = await agent.request({
          origin: choice[(turn + attempt) % choice.length] ?? '',
          path: request.url ?? '/',
          method: request.method as 'GET',
          headers: headersFor(request),
          body: isRead ? null : request,
        });
        response.writeHead(answer.statusCode, withoutConnection(answer.headers));
        await pipeline(answer.body, response);
        return;
      } catch (error) {
        if (response.headersSent) {
          response.destroy(error as Error);
          return;
        }
      }
    }
    response.writeHead(502, { 'content-type': 'text/plain' }).end('No API process answers.\n');
  }

  const server = createServer((request, response) => void pass(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    origin: `http://127.0.0.1:${port}`,
    look,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}

function headersFor(request: IncomingMessage): Record<string, string | string[]> {
  const { host = '' } = request.headers;
  return {
    ...withoutConnection(request.headers),
    // Links in answers begin with the address that the caller used.
    host,
    'x-forwarded-for': request.socket.remoteAddress ?? '',
  };
}

function withoutConnection(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_ONE_CONNECTION.has(name) ? [] : [[name, value]],
    ),
  );
}
