import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { startPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { measureProcessor } from '../feed/measure-feed.ts';
import type { FeedBench } from '../feed/start-feed-bench.ts';
import { readProcessorSeconds } from '../processor-time.ts';

const IS_FILLED = 'Everything is here';

export interface Filling {
  products: number;
  /** From the start of the process to its word that everything is here. */
  elapsed: number;
  /** Processor seconds: of the leader's processes, of `follow`, and of the Postgres that it writes to. */
  seconds: Record<string, number>;
  /** Of `follow`, at most. */
  memoryMb: number;
}

/** One of the project's commands as a process of its own; `ended`: after how many seconds. @throws when it fails */
export function runCommand(
  name: string,
  given: string[],
  env: Record<string, string>,
): { child: ChildProcess & { stdout: NodeJS.ReadableStream }; ended: Promise<number> } {
  const startedAt = performance.now();
  const program = fileURLToPath(new URL(`../../src/cli/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, ...given], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async () => {
    const [complaint, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`${name} failed: ${complaint.slice(-500)}`);
    return (performance.now() - startedAt) / 1_000;
  };
  return { child, ended: end() };
}

/** Fills an empty catalogue, in a Postgres of its own, from the leader. */
export async function fillFollower(leader: FeedBench): Promise<Filling> {
  const dir = await mkdtemp(join(tmpdir(), 'factshelf-follower-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(dir, 0o711);
  const postgres = await startPostgres({ dataDir: dir, logger: createLogger('bench', 'warn') });
  try {
    await prepareDatabase({ databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url });
    const env = {
      DATABASE_URL: postgres.serviceUrl,
      FOLLOW_DIR: join(dir, 'follow'),
      FOLLOW_API_KEY: leader.keys[0] ?? '',
    };
    const processes = { ...leader.processes, [postgres.pid]: 'follower’s postgres' };
    const { result, elapsed, seconds } = await measureProcessor({ ...leader, processes }, async () => {
      const { child, ended } = runCommand('follow', [leader.origin], env);
      await Promise.race([untilFilled(child.stdout), ended]);
      const pid = child.pid ?? 0;
      const used = (await readProcessorSeconds()).get(pid)?.seconds ?? 0;
      const memoryMb = await readPeakMb(pid);
      return { child, ended, used, memoryMb };
    });
    result.child.kill('SIGTERM');
    await result.ended;
    const { client: _client, ...others } = seconds;
    return {
      products: await countProducts(postgres.url),
      elapsed,
      seconds: { ...others, follow: result.used },
      memoryMb: result.memoryMb,
    };
  } finally {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function untilFilled(output: NodeJS.ReadableStream): Promise<void> {
  const lines = createInterface({ input: output });
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => void (line.startsWith(IS_FILLED) && resolve()));
  });
}

async function readPeakMb(pid: number): Promise<number> {
  const [, kb] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1_024;
}

async function countProducts(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from products where status = 'active' and merged_into_id is null",
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
