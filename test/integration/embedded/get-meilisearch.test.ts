import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fetchedMeilisearch,
  findMeilisearch,
  MEILISEARCH_VERSION,
} from '../../../src/embedded/embedded-meilisearch.ts';
import { getMeilisearch } from '../../../src/embedded/get-meilisearch.ts';
import { createDataRoot, startProgram } from '../../support/servers/started-program.ts';

const TAG = `v${MEILISEARCH_VERSION}`;
const NAME = 'meilisearch-linux-amd64';
const FILE = `/files/${TAG}/${NAME}`;
const RELEASE = `/api/${TAG}`;
const programOf = (version: string) => Buffer.from(`#!/bin/sh\necho meilisearch ${version}\n`);
const PROGRAM = programOf(MEILISEARCH_VERSION);
const hash = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const send =
  (body: Buffer | string): RequestListener =>
  (_request, response) =>
    response.end(body);
const describeRelease = (file: Buffer) =>
  send(JSON.stringify({ assets: [{ name: 'other' }, { name: NAME, digest: `sha256:${hash(file)}` }] }));

let root: Awaited<ReturnType<typeof createDataRoot>>;
let dataDir: string;
let rounds = 0;
let origin: string;
/** By path. */
let pages: Record<string, RequestListener>;
let asked: string[];
const server = createServer((request, response) => {
  const url = request.url ?? '';
  asked.push(url);
  (pages[url] ?? ((_, missing) => missing.writeHead(404).end('Not Found')))(request, response);
});

beforeAll(async () => {
  root = await createDataRoot();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  dataDir = path.join(root.path, String((rounds += 1)));
  pages = { [RELEASE]: describeRelease(PROGRAM), [FILE]: send(PROGRAM) };
  asked = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await root.remove();
});

const get = (settings: Partial<Parameters<typeof getMeilisearch>[0]> = {}) =>
  getMeilisearch({
    dataDir,
    mirror: `${origin}/files/`,
    api: `${origin}/api`,
    machine: 'linux x64',
    silenceMs: 10_000,
    signal: new AbortController().signal,
    ...settings,
  });

describe('the official Meilisearch', () => {
  it('is kept with the checksum of its release, and found before all but MEILI_BIN', async () => {
    const place = fetchedMeilisearch(dataDir);
    expect(await get()).toEqual({
      path: place,
      version: MEILISEARCH_VERSION,
      url: `${origin}${FILE}`,
      sha256: hash(PROGRAM),
    });
    expect(readFileSync(place)).toEqual(PROGRAM);
    expect((await findMeilisearch(dataDir))?.path).toBe(place);
    await expect(findMeilisearch(dataDir, { given: '/nowhere' })).rejects.toThrow('MEILI_BIN');
  });

  it('is taken by a checksum that is given, without asking for another', async () => {
    await get({ sha256: hash(PROGRAM) });
    expect(asked).toEqual([FILE]);
    await expect(get({ sha256: hash(Buffer.from('other')) })).rejects.toThrow('in place of');
  });

  it('comes through a redirect', async () => {
    pages[FILE] = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
    pages['/elsewhere'] = send(PROGRAM);
    await get();
    expect(asked.slice(-2)).toEqual([FILE, '/elsewhere']);
    expect(existsSync(fetchedMeilisearch(dataDir))).toBe(true);
  });

  const begin =
    (headers: Record<string, string>): RequestListener =>
    (_, response) => {
      response.writeHead(200, headers).write(PROGRAM.subarray(0, 20), () => response.destroy());
    };
  const OTHER = programOf('9.9.9');

  it.each<[string, Record<string, RequestListener>, RegExp]>([
    ['has another checksum', { [FILE]: send(OTHER) }, /has the SHA-256 .* in place of .*: it was removed/],
    ['breaks off', { [FILE]: begin({ 'Content-Length': '1000' }) }, /does not answer: /],
    ['breaks off without having said its size', { [FILE]: begin({}) }, /does not answer: /],
    ['is too large', { [FILE]: begin({ 'Content-Length': '500000001' }) }, /more than the 500000000/],
    ['is not there', { [FILE]: (_, response) => response.writeHead(404).end() }, /answered with 404/],
    [
      'redirects to itself',
      { [FILE]: (_, response) => response.writeHead(302, { Location: FILE }).end() },
      /redirect/,
    ],
    [
      'is another version',
      { [RELEASE]: describeRelease(OTHER), [FILE]: send(OTHER) },
      /does not run here as/,
    ],
    ['has no checksum', { [RELEASE]: send('{"assets":[]}') }, /set MEILISEARCH_SHA256/],
    ['has a release that is no JSON', { [RELEASE]: send('<html>') }, /set MEILISEARCH_SHA256/],
    ['has no release', { [RELEASE]: (_, response) => response.writeHead(403).end() }, /answered with 403/],
  ])('that %s is refused, and the one before stays', async (_, changed, message) => {
    const place = (await get()).path;
    pages = { ...pages, ...changed };
    await expect(get()).rejects.toThrow(message);
    expect(readFileSync(place)).toEqual(PROGRAM);
    expect(readdirSync(path.dirname(place))).toEqual([path.basename(place)]);
  });

  it.each([RELEASE, FILE])('is given up when nothing comes from %s', async (silent) => {
    pages[silent] = () => undefined;
    await expect(get({ silenceMs: 200 })).rejects.toThrow(`${origin}${silent}`);
  });

  it.each([
    ['linux arm64', 'meilisearch-linux-aarch64'],
    ['darwin x64', 'meilisearch-macos-amd64'],
    ['darwin arm64', 'meilisearch-macos-apple-silicon'],
  ])('for %s is the file %s', async (machine, name) => {
    pages[`/files/${TAG}/${name}`] = send(PROGRAM);
    expect((await get({ machine, sha256: hash(PROGRAM) })).url).toBe(`${origin}/files/${TAG}/${name}`);
  });

  it('is not there for another machine', async () => {
    await expect(get({ machine: 'win32 x64' })).rejects.toThrow('no program for win32 x64');
    expect(asked).toEqual([]);
  });
});

describe('npm run meilisearch:get', () => {
  const run = async (sha256: string) => {
    const program = startProgram('src/cli/get-meilisearch', {
      DATA_DIR: dataDir,
      MEILISEARCH_MIRROR: `${origin}/files`,
      MEILISEARCH_SHA256: sha256,
    });
    return { code: await program.ended, output: program.output(), errors: program.errors() };
  };

  it.skipIf(`${process.platform} ${process.arch}` !== 'linux x64')(
    'says what it fetched, or ends with 1 and why not',
    async () => {
      const done = await run(hash(PROGRAM).toUpperCase());
      expect(done).toMatchObject({ code: 0, errors: '' });
      expect(done.output).toContain(`SHA-256 ${hash(PROGRAM)}, as MEILISEARCH_SHA256 says.`);
      expect(await run(hash(Buffer.from('other')))).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^http\S+ has the SHA-256 .*\n$/) as string,
      });
    },
  );
});
