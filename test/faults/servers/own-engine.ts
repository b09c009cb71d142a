import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { findMeilisearch } from '../../../src/embedded/embedded-meilisearch.ts';
import { startServerProcess, type ServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { waitFor } from '../../support/wait-for.ts';
import { findServerPort } from '../../support/servers/server-port.ts';

const MASTER_KEY = 'a-master-key-of-the-fault-harness';

export interface OwnEngine {
  url: string;
  apiKey: string;
  /** Starts it, again with what it had on disk, on the same port. */
  start(options?: { payloadLimit?: string; dataDir?: string }): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** As by `kill -9`; resolves when it has ended. */
  kill(): Promise<void>;
  /** Takes away everything it had. It must not be running. */
  wipe(): Promise<void>;
}

/** A Meilisearch to kill, stop, wipe and fill, always at the same address. */
export async function createOwnEngine(root: string): Promise<OwnEngine> {
  const binary = await findMeilisearch(root);
  if (!binary) throw new Error('no Meilisearch binary');
  const { path: command } = binary;
  const port = await findServerPort();
  const url = `http://127.0.0.1:${port}`;
  const ownDir = path.join(root, 'engine');
  let server: ServerProcess | undefined;
  return {
    url,
    apiKey: MASTER_KEY,
    async start({ payloadLimit = '20MB', dataDir = ownDir } = {}) {
      const temporary = path.join(dataDir, 'tmp');
      await mkdir(temporary, { recursive: true });
      const started = startServerProcess({
        command,
        args: [
          '--env',
          'production',
          '--http-addr',
          `127.0.0.1:${port}`,
          '--no-analytics',
          '--log-level',
          'WARN',
        ]
          .concat(['--http-payload-size-limit', payloadLimit, '--db-path', path.join(dataDir, 'data.ms')])
          // As it is run for real: by default each batch clears a share of two thirds of the memory.
          .concat(['--max-indexing-memory', '256MiB'])
          .concat(['--dump-dir', path.join(dataDir, 'dumps')])
          .concat(['--snapshot-dir', path.join(dataDir, 'snapshots')]),
        stopSignal: 'SIGTERM',
        cwd: dataDir,
        env: { PATH: process.env['PATH'], TMPDIR: temporary, NO_COLOR: '1', MEILI_MASTER_KEY: MASTER_KEY },
        onLine: () => undefined,
      });
      server = started;
      let hasEnded = false;
      void started.exited.then(() => (hasEnded = true));
      await waitFor(
        'Meilisearch to be healthy',
        async () => {
          if (hasEnded) throw new Error(started.lastLines.join('\n'));
          const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).catch(
            () => undefined,
          );
          return answer?.ok;
        },
        30_000,
      );
    },
    signal: (name) => void (server && process.kill(server.pid, name)),
    async kill() {
      await server?.stop(0, 'SIGKILL');
      server = undefined;
    },
    wipe: () => rm(ownDir, { recursive: true, force: true }),
  };
}
