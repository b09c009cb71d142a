import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { runImport } from '../../../src/cli/import/run-import.ts';
import { programOf } from '../servers/started-program.ts';
import type { ImportCatalogue } from './import-catalogue.ts';

type Place = Pick<ImportCatalogue, 'database' | 'exports'>;

const environmentOf = ({ database, exports }: Place) => ({
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: exports.path,
  REDIS_URL: '',
});

/** Runs `npm run import` on the database of a test and returns its output. */
export function startImportCommand(catalogue: Place, ...args: string[]) {
  const child = spawn(process.execPath, [...programOf('src/cli/import/import'), ...args], {
    env: environmentOf(catalogue),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([exitCode]: unknown[]) => ({ exitCode, output }));
  return { child, ended };
}

/** The same in this process, a second sooner, with the same outcome. */
export async function runImportHere(place: Place, ...args: string[]) {
  let output = '';
  const stream = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream & {
    fd: 1 & 2;
  };
  stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = await runImport(args, { env: environmentOf(place), stdout: stream, stderr: stream });
  return { exitCode, output };
}
