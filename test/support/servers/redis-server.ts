import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startServerProcess, type ServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { findServerPort } from './server-port.ts';

/** Whether a test can have a Redis of its own, to break as it likes. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface OwnRedis {
  url: string;
  /** Starts it, again with what it had on disk, on the same port. */
  start(): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** As by `kill -9`; resolves when it has ended. */
  kill(): Promise<void>;
  /** Takes away everything it had. It must not be running. */
  wipe(): Promise<void>;
  remove(): Promise<void>;
}

/** A redis-server child of the test, set up as it should be in production: append-only file, no eviction. */
export async function createOwnRedis(): Promise<OwnRedis> {
  const port = await findServerPort();
  const dir = await mkdtemp(path.join(tmpdir(), 'factshelf-redis-'));
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  let server: ServerProcess | undefined;
  const stop = async () => {
    // A stopped process takes no other signal than this one.
    await server?.stop(0, 'SIGKILL');
    server = undefined;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      await new Promise<void>((resolve, reject) => {
        const started = startServerProcess({
          command: 'redis-server',
          args,
          stopSignal: 'SIGTERM',
          cwd: dir,
          env: { PATH: process.env['PATH'] },
          onLine: (line) => {
            if (line.includes('Ready to accept connections')) resolve();
          },
        });
        server = started;
        void started.exited.then(() => reject(new Error(started.lastLines.join('\n'))));
      });
    },
    signal: (name) => void (server && process.kill(server.pid, name)),
    kill: stop,
    async wipe() {
      for (const name of await readdir(dir)) await rm(path.join(dir, name), { recursive: true, force: true });
    },
    async remove() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
