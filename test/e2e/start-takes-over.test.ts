import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  programOf,
  ROOT,
  startFactshelf,
  startNode,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import { waitFor } from '../support/wait-for.ts';

let root: Awaited<ReturnType<typeof createDataRoot>>;
let dataDir: string;
beforeEach(async () => {
  root = await createDataRoot();
  dataDir = path.join(root.path, 'data');
});
afterEach(() => root.remove());

async function start(): Promise<StartedProgram> {
  const settings = { DEMO_CATALOGUE: 'false', MEILI_BIN: '', INDEXER_PORT: String(await findServerPort()) };
  return startFactshelf(dataDir, await findServerPort(), settings);
}

/** An import that has a database of its own, and takes far longer than the test. */
async function startImport(): Promise<StartedProgram> {
  const file = path.join(root.path, 'rows.jsonl');
  await writeFile(file, '{"code":"1"}\n'.repeat(3_000_000));
  const program = startNode(
    [...programOf('src/cli/import/import'), file],
    { DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ROOT,
  );
  await waitFor(
    'the first rows',
    async () => (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('import-refused')),
    120_000,
  );
  return program;
}

it.each(['SIGCONT', 'SIGSTOP'] as const)(
  'the service takes over from a command that uses the database by itself, after %s',
  async (signal) => {
    const command = await startImport();
    command.kill(signal);
    const service = await start();
    await listAddresses(service);
    expect(service.output()).toContain(`A command (process ${command.pid}) uses the database by itself`);
    const exitCode = await command.ended;
    if (signal === 'SIGCONT') {
      expect(exitCode).toBe(130);
      expect(command.errors()).toContain('If npm start took its place, run it again now.');
      expect(command.output()).toContain('Interrupted: what was saved is whole');
    } else expect(exitCode).toBeNull();
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  },
);
