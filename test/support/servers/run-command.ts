import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './started-program.ts';

export interface CommandOutcome {
  exitCode: unknown;
  output: string;
  errors: string;
}

/** Runs a command of package.json by its file in src/cli, on this database and with these settings alone. */
export async function runCommand(
  name: 'audit' | 'factshelf' | 'key' | 'operator',
  databaseUrl: string,
  args: string[],
  input = '',
  settings: Record<string, string> = {},
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [...programOf(`src/cli/${name}`), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, ...settings },
    stdio: 'pipe',
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.end(input);
  const [exitCode] = (await once(child, 'close')) as unknown[];
  return { exitCode, output, errors };
}
