import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBundle } from '../../deploy/build/bundle.mjs';
import { DIST } from '../../deploy/build/up-to-date.mjs';
import { startNodePart } from '../../src/embedded/node-part.ts';
import { findFreePort } from '../../src/embedded/processes/free-port.ts';
import type { Part } from '../../src/embedded/processes/keep-running.ts';
import { startServerProcess } from '../../src/embedded/processes/server-process.ts';
import type { Stoppable } from '../../src/embedded/start-servers.ts';

const STOP_MS = 3_000;

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
    parts.push({ stop: () => server.stop(STOP_MS, 'SIGKILL'), kill: () => server.kill('SIGKILL') });
    void server.exited.then(() => reject(new Error(`redis-server ended: ${server.lastLines.join('\n')}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

/** Starts the API as it is shipped, on a port of its own. */
export const startApi = (env: NodeJS.ProcessEnv, parts: Stoppable[]): Promise<StartedApi> =>
  onOwnPort((settings) => startShipped('src/main', settings), env, parts);

/** Starts a module that answers `/readyz`, on a port of its own. */
export const startModule = (name: string, env: NodeJS.ProcessEnv, parts: Stoppable[]): Promise<StartedApi> =>
  onOwnPort((settings) => startNodePart(name, settings), env, parts);

/** Starts a program of `dist`, which is built first if a source is newer: what runs from sources costs more. */
export async function startShipped(program: string, env: NodeJS.ProcessEnv): Promise<Part> {
  await prepareBundle();
  const server = startServerProcess({
    command: process.execPath,
    args: [path.join(DIST, `${program}.js`)],
    stopSignal: 'SIGTERM',
    cwd: DIST,
    env,
    onLine: (line) => void process.stderr.write(`${line}\n`),
  });
  const { pid, exited } = server;
  return { pid, exited, stop: () => server.stop(STOP_MS, 'SIGKILL'), kill: () => server.kill('SIGKILL') };
}

async function onOwnPort(
  start: (settings: NodeJS.ProcessEnv) => Promise<Part>,
  env: NodeJS.ProcessEnv,
  parts: Stoppable[],
): Promise<StartedApi> {
  const port = await findFreePort();
  const part = await start({
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
