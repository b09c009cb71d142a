import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../embedded/describe-failure.ts';
import { findReason } from '../../platform/error-code.ts';

/**
 * Writes the database into a file with `pg_dump`.
 * @param url of the owner of the tables
 * @throws {StartError} with the program's message, or when it is not installed
 */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  await run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]).ended;
}

/** Drops the schemas of the service in the transaction of the restore: a failure leaves everything as it was. */
const EMPTIED = `begin;
drop schema if exists drizzle cascade;
drop schema if exists bullmq cascade;
drop schema public cascade;
create schema public;
grant usage on schema public to public;
`;

/**
 * Replaces the database by a dump, with `pg_restore` and `psql`.
 * @throws {StartError} with a program's message, or when it is not installed; nothing is changed then
 */
export async function loadDump(url: string, file: string): Promise<void> {
  const psql = run('psql', url, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null']);
  const reader = run('pg_restore', url, ['--no-owner', '--no-privileges', '--file=-', file], false);
  const feeding = async () => {
    const input = psql.child.stdin;
    input?.write(EMPTIED);
    if (input && reader.child.stdout) await pipeline(reader.child.stdout, input, { end: false });
    await reader.ended;
    // Without the commit, as after a failure, the end of the input rolls everything back.
    input?.write('commit;\n');
  };
  const fed = feeding().finally(() => psql.child.stdin?.end());
  const outcomes = await Promise.allSettled([psql.ended, reader.ended, fed]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface RunningProgram {
  child: ChildProcess;
  ended: Promise<void>;
}

function run(program: string, url: string, args: string[], isConnecting = true): RunningProgram {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  // Passed by environment: everybody on the machine can read arguments.
  address.password = '';
  const child = spawn(program, [...args, ...(isConnecting ? [`--dbname=${address.href}`] : [])], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  // If the program has ended, its exit code reports it.
  child.stdin.on('error', () => undefined);
  const ended = waitForEnd(program, child, lines);
  ended.catch(() => undefined);
  return { child, ended };
}

async function waitForEnd(program: string, child: ChildProcess, lines: string[]): Promise<void> {
  const [code] = await once(child, 'close').catch(() => {
    throw new StartError(
      `${program} is not on the PATH: install the client programs of Postgres (Debian: postgresql-client), of the server's version or newer.`,
    );
  });
  if (code !== 0) throw new StartError(`${program} failed: ${findReason(lines) || `exit code ${code}`}`);
}
