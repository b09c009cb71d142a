import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { findFreePort } from '../processes/free-port.ts';
import type { Part } from '../processes/keep-running.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { StartError } from '../start-error.ts';

const START_TIMEOUT_MS = 10_000;

export interface EmbeddedRedis extends Part {
  url: string;
  port: number;
}

/** Whether a program `redis-server` is on the PATH. */
export async function hasRedis(): Promise<boolean> {
  return await promisify(execFile)('redis-server', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Starts the `redis-server` of this machine as a child process on 127.0.0.1, which keeps nothing on disk: what is in it may be
 * lost at any time.
 * @throws {StartError} when it takes no connections within 10 s
 */
export async function startRedis({
  port: given,
  logger,
}: {
  port?: number | undefined;
  logger: Logger;
}): Promise<EmbeddedRedis> {
  const port = given ?? (await findFreePort());
  let isReady: (() => void) | undefined;
  const ready = new Promise<'ready'>((resolve) => (isReady = () => resolve('ready')));
  const server = startServerProcess({
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    stopSignal: 'SIGTERM',
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
    onLine: (line) => {
      if (line.includes('Ready to accept connections')) isReady?.();
      logger.debug({ server: 'redis' }, line);
    },
  });
  const timer = setTimeout(() => server.kill('SIGKILL'), START_TIMEOUT_MS);
  const outcome = await Promise.race([ready, server.exited]);
  clearTimeout(timer);
  if (outcome !== 'ready') {
    throw new StartError(`redis-server did not start: ${server.lastLines.at(-1) ?? 'it said nothing'}`);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    exited: server.exited,
    stop: async () => await server.stop(1_000, 'SIGKILL'),
    kill: () => server.kill('SIGKILL'),
  };
}
