import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findServerPort } from '../support/servers/server-port.ts';
import { createDataRoot, listAlive, listFamily, ROOT } from '../support/servers/started-program.ts';
import { waitFor } from '../support/wait-for.ts';

let root: Awaited<ReturnType<typeof createDataRoot>>;
let output: string;

beforeEach(async () => {
  root = await createDataRoot();
  output = '';
});
afterEach(() => root.remove());

/** As a person, a service file or a container runs it. */
function runNpm(args: string[], settings: Record<string, string>): ChildProcess {
  const child = spawn('npm', args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: root.path, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return child;
}

/** Sends SIGTERM to npm alone, and waits until nothing is left of all that ran because of it. */
async function terminate(npm: ChildProcess): Promise<void> {
  const family = await listFamily(npm.pid ?? 0);
  expect(family.length).toBeGreaterThan(0);
  npm.kill('SIGTERM');
  await once(npm, 'close');
  await waitFor('the end of all', async () => (await listAlive(family)).length === 0);
}

it('npm start stops everything when npm gets a signal', async () => {
  const dataDir = path.join(root.path, 'data');
  const npm = runNpm(['start'], { DATA_DIR: dataDir, PORT: String(await findServerPort()) });
  await waitFor('the addresses', () => output.includes('Ctrl-C stops everything'), 240_000);
  await terminate(npm);
});

it('npm run import ends in order when npm gets a signal', async () => {
  const dataDir = path.join(root.path, 'data');
  // It takes far longer than the test to read it.
  const file = path.join(root.path, 'rows.jsonl');
  await writeFile(file, '{"code":"1"}\n'.repeat(3_000_000));
  const npm = runNpm(['run', 'import', '--', file], { DATA_DIR: dataDir });
  await waitFor(
    'the first rows',
    async () => (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('import-refused')),
    120_000,
  );
  await terminate(npm);
  expect(output).toContain('Interrupted: what was saved is whole');
});
