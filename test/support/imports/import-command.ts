import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ImportCatalogue } from './import-catalogue.ts';

/** `npm run import` on the database of a test, with what it printed when it has ended. */
export function startImportCommand(
  catalogue: Pick<ImportCatalogue, 'database' | 'exports'>,
  ...args: string[]
) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/import/import.ts', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: catalogue.database.url,
      DATA_DIR: catalogue.exports.path,
      REDIS_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([exitCode]: unknown[]) => ({ exitCode, output }));
  return { child, ended };
}
