import { setTimeout as sleep } from 'node:timers/promises';
import { startNodePart } from '../../src/embedded/node-part.ts';
import { findFreePort } from '../../src/embedded/processes/free-port.ts';
import { startServerProcess } from '../../src/embedded/processes/server-process.ts';
import type { Stoppable } from '../../src/embedded/start-servers.ts';

export interface StartedApi {
  origin: string;
  pid: number;
}

/** Starts a Redis with production settings and registers its stop on `parts`. Returns its URL. */
export async function startRedis(dir: string, parts: Stoppable[]): Promise<string> {
  const port = await findFreePort();
  await new Promise<void>((resolve, reject) => {
    const server = startServerProcess({
      command: 'redis-server',
      args: [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        '.',
        '--save',
        '',
        '--appendonly',
        'yes',
      ],
      stopSignal: 'SIGTERM',
      cwd: dir,
      env: { PATH: process.env['PATH'] },
      onLine: (line) => {
        if (line.includes('Ready to accept connections')) resolve();
      },
    });
    parts.push({ stop: () => server.stop(3_000, 'SIGKILL'), kill: () => server.kill('SIGKILL') });
    void server.exited.then(() => reject(new Error(`redis-server ended: ${server.lastLines.join('\n')}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

/** Runs a module that answers `/readyz`, named as `startNodePart` has it, on a port of its own. */
export async function startApi(
  module: string,
  env: NodeJS.ProcessEnv,
  parts: Stoppable[],
): Promise<StartedApi> {
  const port = await findFreePort();
  const part = await startNodePart(module, {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    PORT: String(port),
    ...env,
  });
  parts.push(part);
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  return { origin, pid: part.pid };
}

export async function untilReady(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${origin} is not ready`);
}
