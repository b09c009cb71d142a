import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:net';
import { startServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { ROOT } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';

/** `apt-get install haproxy` */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

/** A real HAProxy before two API processes, as `deploy/haproxy.cfg` sets it up. */
export async function startHaproxy(dir: string, apis: readonly string[], certificate: string) {
  const port = await findServerPort();
  const example = await readFile(path.join(ROOT, 'deploy/haproxy.cfg'), 'utf8');
  const hosts = apis.map((api) => new URL(api).host);
  const file = path.join(dir, 'haproxy.cfg');
  await writeFile(
    file,
    example
      .replace(':443 ssl crt /etc/ssl/factshelf.pem', `127.0.0.1:${port} ssl crt ${certificate}`)
      .replace('127.0.0.1:8080', hosts[0] ?? '')
      .replace('127.0.0.1:8081', hosts[1] ?? ''),
  );
  const haproxy = startServerProcess({
    command: 'haproxy',
    args: ['-db', '-f', file],
    stopSignal: 'SIGUSR1',
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    onLine: () => undefined,
  });
  await waitFor('HAProxy', () => isListening(port));
  return { secureOrigin: `https://127.0.0.1:${port}`, stop: () => haproxy.stop(2_000, 'SIGKILL') };
}

export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
