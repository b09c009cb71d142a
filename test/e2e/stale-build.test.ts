import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySources, type CopiedSources } from '../support/servers/copied-sources.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  startFactshelf,
  startNode,
} from '../support/servers/started-program.ts';

let root: Awaited<ReturnType<typeof createDataRoot>>;
let checkout: CopiedSources;

beforeAll(async () => {
  root = await createDataRoot();
  checkout = copySources();
});
afterAll(async () => {
  checkout.remove();
  await root.remove();
});

const showHelp = () => startNode(['deploy/build/run.mjs', 'src/cli/key', '--help'], {}, checkout.path);

/** What a start says, and the pages that it serves. */
async function startOnce(...pages: string[]): Promise<{ output: string; pages: string[] }> {
  const port = await findServerPort();
  const settings = { DEMO_CATALOGUE: 'false' };
  const program = startFactshelf(path.join(root.path, 'data'), port, settings, undefined, checkout.path);
  try {
    await listAddresses(program);
    const served = pages.map(async (page) => await (await fetch(`http://127.0.0.1:${port}${page}`)).text());
    return { output: program.output(), pages: await Promise.all(served) };
  } finally {
    program.kill('SIGTERM');
    await program.ended;
  }
}

it('several that start at once each build what is not there yet', async () => {
  const programs = [showHelp(), showHelp(), showHelp()];
  for (const program of programs) {
    expect(await program.ended, program.errors()).toBe(0);
    expect(program.output()).toContain('Makes, lists and revokes API keys.');
  }
});

it('a program is rebuilt when its source is newer', async () => {
  checkout.replace('src/cli/key.ts', { from: 'Makes, lists and revokes', to: 'Mints, lists and revokes' });
  const program = showHelp();
  expect(await program.ended, program.errors()).toBe(0);
  expect(program.output()).toContain('Mints, lists and revokes API keys.');
});

it('a program that cannot be built does not run, and says why', async () => {
  const mend = checkout.replace('src/cli/key.ts', { from: "new Command('key')", to: "new Command('key'" });
  const program = showHelp();
  expect(await program.ended).toBe(1);
  expect(program.errors()).toContain('The program could not be built');
  expect(program.errors()).toContain('src/cli/key.ts');
  mend();
});

it('npm start builds the console that is not there, or is stale, and does without one that cannot be built', async () => {
  const first = await startOnce('/console/');
  expect(first.output).toContain('Operator console');
  expect(first.pages[0]).toContain('<title>Factshelf console</title>');

  checkout.replace('console/index.html', { from: 'Factshelf console', to: 'Another console' });
  const second = await startOnce('/console/');
  expect(second.pages[0]).toContain('<title>Another console</title>');

  checkout.replace('console/main.tsx', { from: 'import', to: 'no import' });
  const third = await startOnce('/console/', '/healthz');
  expect(third.output).toContain('The operator console could not be built: `npm run build` says why.');
  expect(third.pages[0]).toContain('<title>Another console</title>');

  await rm(path.join(checkout.path, 'dist/console'), { recursive: true });
  const fourth = await startOnce('/console/', '/healthz');
  expect(fourth.output).not.toContain('Operator console');
  expect(fourth.pages).toEqual([
    expect.stringContaining('The console is not built here'),
    expect.any(String),
  ]);
});
