import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drawJpeg } from '../support/pictures/test-pictures.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  ROOT,
  startNode,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import { waitFor } from '../support/wait-for.ts';

const packageSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });
const submissionSchema = z.object({ id: z.string(), answer_token: z.string() });
const dumpsSchema = z.object({ items: z.array(z.object({ name: z.string() })) });

/** `dist` as it is copied into an image: beside it package.json and packages, no sources and nothing that builds. */
async function copyBuild(folder: string): Promise<void> {
  for (const builder of ['bundle', 'console'])
    execFileSync(process.execPath, [`deploy/build/${builder}.mjs`], { cwd: ROOT });
  const filter = (source: string) => !source.includes('/drafts');
  await cp(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true, filter });
  const description = await readFile(path.join(ROOT, 'package.json'), 'utf8');
  await cp(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  const { devDependencies } = packageSchema.parse(JSON.parse(description));
  const packages = path.join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (Object.hasOwn(devDependencies, name)) continue;
    await symlink(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  }
}

describe('dist in a folder of its own', () => {
  let root: Awaited<ReturnType<typeof createDataRoot>>;
  let program: StartedProgram;
  let origin: string;

  beforeAll(async () => {
    root = await createDataRoot();
    const folder = path.join(root.path, 'release');
    await mkdir(folder);
    await copyBuild(folder);
    const port = await findServerPort();
    origin = `http://127.0.0.1:${port}`;
    const settings = { DATA_DIR: path.join(root.path, 'data'), PORT: String(port), LOG_LEVEL: 'warn' };
    program = startNode(['dist/src/embedded/start.js'], settings, folder);
    await listAddresses(program);
  });
  afterAll(async () => {
    program.kill('SIGTERM');
    expect(await program.ended, program.errors()).toBe(0);
    await root.remove();
  });

  async function get(address: string): Promise<string> {
    const response = await fetch(new URL(address, origin));
    const text = await response.text();
    expect(response.status, `${address}: ${text}`).toBe(200);
    return text;
  }

  /** The addresses of files that a page names. */
  async function listFiles(page: string, pattern: RegExp): Promise<string[]> {
    const files = [...(await get(page)).matchAll(pattern)].map(([, address = '']) => address);
    expect(files).not.toEqual([]);
    return files;
  }

  it('has migrated, and finds the demonstration', async () => {
    expect(JSON.parse(await get('/readyz'))).toMatchObject({ status: 'ok' });
    expect(await get('/api/v1/products/search?q=hazelnut')).toContain('hazelnut');
  });

  it('serves the pages, their files and the reader of barcodes', async () => {
    const files = await listFiles('/', /"(\/assets\/[^"]+)"/g);
    for (const file of files) await get(file);
    const [folder] = /^\/assets\/\w+\//.exec(files[0] ?? '') ?? [];
    await get(`${folder}zxing_reader.wasm`);
    expect(await get('/?lang=de')).toContain('Zum Inhalt');
  });

  it('serves the docs with their examples and answers', async () => {
    expect(await get('/docs/quick-start')).toContain('curl');
    expect(await get('/docs/examples/webhook_receiver.py')).toContain('import');
    const [endpoint = ''] = await listFiles('/docs/', /"(\/docs\/endpoints\/[^"#]+)"/g);
    expect(await get(endpoint)).toContain('curl');
  });

  it('serves the console and its files', async () => {
    for (const file of await listFiles('/console/', /"(\/console\/assets\/[^"]+)"/g)) await get(file);
  });

  it('decodes a picture', async () => {
    const submitted = await fetch(`${origin}/api/public/submissions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ gtin: '3017620422003', name: 'Hazelnut cocoa spread', brand: 'Dune' }),
    });
    const { id, answer_token: token } = submissionSchema.parse(await submitted.json());
    const sent = await fetch(`${origin}/api/public/submissions/${id}/images`, {
      method: 'POST',
      headers: { 'X-Answer-Token': token, 'Content-Type': 'image/jpeg' },
      body: new Uint8Array(await drawJpeg()),
    });
    expect(sent.status, await sent.text()).toBe(201);
  });

  it('makes the dump that is due, a minute after the start', async () => {
    const name = await waitFor(
      'a dump',
      async () => dumpsSchema.parse(JSON.parse(await get('/api/v1/dumps'))).items[0]?.name,
      240_000,
    );
    const manifest = await get(`/dumps/${name}/manifest.json`);
    expect(manifest).toContain('products.parquet');
  });
});
