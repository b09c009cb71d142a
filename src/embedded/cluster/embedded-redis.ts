import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { findFreePort } from '../processes/free-port.ts';
import { makeDirectory } from '../make-directory.ts';
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
 * Starts the `redis-server` of this machine as a child process on 127.0.0.1, set up as it should be: append-only, in `redis` below
 * the data directory, and nothing evicted.
 * @throws {StartError} when it takes no connections within 10 s
 */
export async function startRedis({
  dataDir,
  port: given,
  logger,
}: {
  dataDir: string;
  port?: number | undefined;
  logger: Logger;
}): Promise<EmbeddedRedis> {
  const dir = join(resolve(dataDir), 'redis');
  makeDirectory(dir, 0o700);
  const port = given ?? (await findFreePort());
  let isReady: (() => void) | undefined;
  const ready = new Promise<'ready'>((done) => (isReady = () => done('ready')));
  const server = startServerProcess({
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', '', '--appendonly', 'yes'],
    stopSignal: 'SIGTERM',
    cwd: dir,
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
