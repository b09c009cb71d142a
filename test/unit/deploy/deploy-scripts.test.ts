import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deriveSearchKey } from '../../../src/search/engines/meilisearch/search-key.ts';
import { ROOT } from '../../support/servers/started-program.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'factshelf-deploy-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runScript = (name: string, argument: string, searchPath = process.env['PATH'] ?? '') =>
  execFileSync(path.join(ROOT, 'deploy', name), [argument], { env: { PATH: searchPath }, encoding: 'utf8' });
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const readSettings = () =>
  Object.fromEntries(
    read('.env')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );

it('make-env sets what compose asks for, and keeps what is set', () => {
  const file = path.join(folder, '.env');
  writeFileSync(file, 'MEILI_MASTER_KEY=of-the-release-before\nPOSTGRES_PASSWORD=kept\nTRUST_PROXY=false\n');
  runScript('make-env', file);
  const settings = readSettings();
  const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
  const asked = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
  expect(new Set(Object.keys(settings))).toEqual(new Set(asked));
  expect(settings).toMatchObject({
    POSTGRES_PASSWORD: 'kept',
    TRUST_PROXY: 'false',
    MEILI_SEARCH_KEY: deriveSearchKey('of-the-release-before'),
    POSTGRES_APP_PASSWORD: expect.stringMatching(/^[0-9a-f]{48}$/),
  });
  const before = read('.env');
  expect(runScript('make-env', file)).toBe('');
  expect(read('.env')).toBe(before);
});

it('make-env makes a file that only its owner can read', () => {
  const file = path.join(folder, '.env');
  runScript('make-env', file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSettings()).toMatchObject({ TRUST_PROXY: '1', PUBLIC_URL: 'http://127.0.0.1:8080' });
});

it('pin-images adds the digest that docker names to every image, and puts a new one in its place', () => {
  for (const name of ['docker-compose.yml', 'Dockerfile']) {
    copyFileSync(path.join(ROOT, name), path.join(folder, name));
  }
  const pin = (digit: string) => {
    // What stands for docker here says the same digest for every image.
    writeFileSync(path.join(folder, 'docker'), `#!/bin/sh\necho sha256:${digit.repeat(64)}\n`);
    chmodSync(path.join(folder, 'docker'), 0o755);
    runScript('pin-images', folder, `${folder}:${process.env['PATH']}`);
  };
  pin('a');
  pin('b');
  for (const name of ['docker-compose.yml', 'Dockerfile']) {
    const before = readFileSync(path.join(ROOT, name), 'utf8').split('\n');
    for (const [index, line] of read(name).split('\n').entries()) {
      const isImage = /^( +image: |FROM )/.test(line) && !/factshelf:|FROM scratch/.test(line);
      const [image, rest] = line.split(`@sha256:${'b'.repeat(64)}`);
      expect(`${image}${rest ?? ''}`).toBe(before[index]);
      expect(rest !== undefined, line).toBe(isImage);
    }
  }
});
