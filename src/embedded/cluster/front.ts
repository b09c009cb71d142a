import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import type { Stoppable } from '../start-servers.ts';

/** More often than an API that is told to stop needs to be left alone (`STOP_DELAY_MS`). */
const LOOK_EVERY_MS = 250;
const LOOK_MS = 2_000;
/** Of one connection or of two: none of these is passed on. */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

export interface Front extends Stoppable {
  /** Looks at once at who is ready, and answers which are. */
  look(): Promise<string[]>;
}

/**
 * One address for several API processes, to try them with: spreads calls over those whose `/readyz` is 200, in turn. A read that
 * gets no answer from one is sent to the next. For real there are balancers that do this better.
 */
export async function startFront(
  origins: readonly string[],
  { port, host }: { port: number; host: string },
): Promise<Front> {
  const agent = new Agent({ keepAliveTimeout: 4_000, headersTimeout: 30_000, bodyTimeout: 0 });
  let ready: string[] = [...origins];
  let turn = 0;

  const look = async (): Promise<string[]> => {
    const looks = origins.map(async (origin) => {
      const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) });
      await response.body?.cancel();
      return response.ok;
    });
    const found = await Promise.allSettled(looks);
    return (ready = origins.filter((_, i) => {
      const one = found[i];
      return one?.status === 'fulfilled' && one.value;
    }));
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
  server.listen(port, host);
  await once(server, 'listening');
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  const kill = () => {
    clearInterval(timer);
    server.closeAllConnections();
  };
  return {
    look,
    kill,
    stop: async () => {
      kill();
      server.close();
      await agent.destroy();
    },
  };
}

function headersFor(request: IncomingMessage): Record<string, string | string[]> {
  const { host = '' } = request.headers;
  return {
    ...withoutConnection(request.headers),
    // As the caller wrote it: links begin with it.
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
