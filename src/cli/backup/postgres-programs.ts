import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
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

/** Without it, a restore that is killed after its commit would leave cursors and an index of the former database. */
const STAMPED = `reset search_path;
select 'update change_feed set epoch = gen_random_uuid();
        insert into index_rebuilds (requested_by) values (''restore'') on conflict do nothing'
where to_regclass('change_feed') is not null and to_regclass('index_rebuilds') is not null \\gexec
`;
const LAID = 'everything is loaded';

/**
 * Replaces the database by a dump, with `pg_restore` and `psql`.
 * @param beforeCommit called when everything is loaded; if it throws, nothing is changed
 * @throws {StartError} with a program's message, or when it is not installed; nothing is changed then
 */
export async function loadDump(url: string, file: string, beforeCommit: () => Promise<void>): Promise<void> {
  const psql = run('psql', url, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null']);
  const reader = run('pg_restore', url, ['--no-owner', '--no-privileges', '--file=-', file], false);
  const { stdin, stdout } = psql.child;
  const feeding = async () => {
    stdin.write(EMPTIED);
    await pipeline(reader.child.stdout, stdin, { end: false });
    await reader.ended;
    stdin.write(`${STAMPED}\\echo ${LAID}\n`);
    // An end without this line is a failure, which its exit code reports.
    for await (const line of createInterface({ input: stdout })) {
      if (line !== LAID) continue;
      await beforeCommit();
      // Without the commit, as after a failure, the end of the input rolls everything back.
      stdin.end('commit;\n');
    }
  };
  const fed = feeding().finally(() => {
    stdin.end();
    stdout.resume();
  });
  const outcomes = await Promise.allSettled([psql.ended, reader.ended, fed]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

interface RunningProgram {
  child: ChildProcessWithoutNullStreams;
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
