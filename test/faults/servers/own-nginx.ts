import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startServerProcess } from '../../../src/embedded/processes/server-process.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { ROOT } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { makeCertificate } from './own-certificate.ts';

/** `apt-get install nginx` */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

export interface OwnNginx {
  origin: string;
  /** With TLS. */
  secureOrigin: string;
  stop(): Promise<void>;
}

/**
 * A real nginx before API processes, as `deploy/nginx-cache.conf` sets it up.
 * @param trustsVary without the lines that keep keys away from the cache: then `Vary` alone keeps callers apart
 */
export async function startNginx(
  root: string,
  apis: readonly string[],
  trustsVary: boolean,
): Promise<OwnNginx> {
  const dir = path.join(root, trustsVary ? 'nginx-by-vary' : 'nginx');
  await mkdir(dir, { recursive: true });
  const port = await findServerPort();
  const securePort = await findServerPort();
  const { file: certificate } = makeCertificate(dir);
  const example = await readFile(path.join(ROOT, 'deploy/nginx-cache.conf'), 'utf8');
  const own = example
    .replace('/var/cache/nginx/factshelf', path.join(dir, 'cache'))
    .replace(/server 127\.0\.0\.1:8080(.*;)/, (_, how: string) =>
      apis.map((api) => `server ${new URL(api).host}${how}`).join('\n  '),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`)
    .replaceAll('/etc/ssl/factshelf.pem', certificate);
  const server = trustsVary ? own.replaceAll(/^\s*proxy_(cache_bypass|no_cache) .*$/gm, '') : own;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(dir, name)};`)
    .join('\n  ');
  const file = path.join(dir, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${path.join(dir, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary}
${server}
}\n`,
  );
  const nginx = startServerProcess({
    command: 'nginx',
    args: ['-p', dir, '-c', file],
    stopSignal: 'SIGTERM',
    cwd: dir,
    env: { PATH: process.env['PATH'] },
    onLine: () => undefined,
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor('nginx', async () => (await fetch(`${origin}/healthz`).catch(() => undefined))?.ok === true);
  const secureOrigin = `https://127.0.0.1:${securePort}`;
  return { origin, secureOrigin, stop: () => nginx.stop(5_000, 'SIGKILL') };
}
