import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { ROOT } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { isListening } from './own-haproxy.ts';

/** `apt-get install caddy` */
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** A real Caddy before two API processes, as `deploy/Caddyfile` sets it up, but with a certificate of its own. */
export async function startCaddy(dir: string, apis: readonly string[], certificate: string) {
  const port = await findServerPort();
  const example = await readFile(path.join(ROOT, 'deploy/Caddyfile'), 'utf8');
  const file = path.join(dir, 'Caddyfile');
  const own = `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${dir}\n}\n`;
  const block = '{$OFF_HOST} {\n';
  await writeFile(file, own + example.replace(block, `${block}\ttls ${certificate} ${certificate}\n`));
  const secureOrigin = `https://127.0.0.1:${port}`;
  const caddy = startServerProcess({
    command: 'caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', file],
    stopSignal: 'SIGTERM',
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      HOME: dir,
      PUBLIC_URL: secureOrigin,
      OFF_HOST: '',
      API: apis.map((api) => new URL(api).host).join(' '),
    },
    onLine: () => undefined,
  });
  await waitFor('Caddy', () => isListening(port));
  return { secureOrigin, stop: () => caddy.stop(2_000, 'SIGKILL') };
}
