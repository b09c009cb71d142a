import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySources, type CopiedSources } from '../support/servers/copied-sources.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  listFamily,
  ROOT,
  startProgram,
  type StartedProgram,
} from '../support/servers/started-program.ts';

/** Where npm has put no Meilisearch: it is an optional package, for one kind of machine. */
const ABSENT = '@gaubee';

let sources: CopiedSources;
let root: Awaited<ReturnType<typeof createDataRoot>>;
let program: StartedProgram;
beforeAll(async () => {
  sources = copySources();
  const packages = path.join(sources.path, 'node_modules');
  rmSync(packages);
  mkdirSync(packages);
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== ABSENT) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  // The console is built already: this is not about it.
  mkdirSync(path.join(sources.path, 'dist/console'), { recursive: true });
  writeFileSync(path.join(sources.path, 'dist/console/index.html'), '<!doctype html>');
  root = await createDataRoot();
  const settings = {
    // No Meilisearch: Node, and the programs that make a user for Postgres.
    PATH: [path.dirname(process.execPath), '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(path.delimiter),
    DATA_DIR: path.join(root.path, 'data'),
    PORT: String(await findServerPort()),
    LOG_LEVEL: 'warn',
  };
  program = startProgram('src/embedded/start', settings, undefined, [], sources.path);
});
afterAll(async () => {
  program.kill('SIGTERM');
  await program.ended;
  await root.remove();
  sources.remove();
});

it('npm start without Meilisearch says so, and Postgres answers searches', async () => {
  const [origin = ''] = (await listAddresses(program)).map((address) => new URL(address).origin);
  expect(program.output()).toContain('No Meilisearch for this machine: Postgres answers searches itself.');
  expect((await listFamily(program.pid)).filter(({ command }) => command.includes('meili'))).toEqual([]);
  const search = await fetch(`${origin}/api/v1/products/search?q=hazelnut+spred&explain=true`);
  expect(await search.json()).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: expect.stringMatching(/hazelnut/i) })]),
    is_settled: true,
    total_is_exact: true,
    explanation: { engine: 'postgres', handed_over: [] },
  });
  const suggested = (await (await fetch(`${origin}/api/v1/suggest?q=hazeln`)).json()) as { items: unknown[] };
  expect(suggested.items).not.toEqual([]);
  const ready = (await (await fetch(`${origin}/readyz`)).json()) as { status: string; checks: object };
  expect(ready.status).toBe('ok');
  expect(ready.checks).not.toHaveProperty('search_engine');
});
