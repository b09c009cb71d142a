import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { createDb, createPool } from '../../src/db/client.ts';
import { findMeilisearch, startMeilisearch } from '../../src/embedded/embedded-meilisearch.ts';
import type { Servers, Stoppable } from '../../src/embedded/start-servers.ts';
import { nameCopy } from '../../src/index/copy-name.ts';
import { listCopies } from '../../src/index/copy-store.ts';
import { createLogger } from '../../src/logger.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { runClosedLoop } from '../closed-loop.ts';
import { startBenchIndexer } from '../search/catalogue/fill-index.ts';
import { startApi } from '../start-parts.ts';

const FILLED_MS = 300_000;

export interface CopiesBench {
  dataDir: string;
  servers: Required<Servers>;
  /** Settings of an API process without copies. */
  env: NodeJS.ProcessEnv;
  headers: Record<string, string>;
  callers: number;
  seconds: number;
  parts: Stoppable[];
}

/** Searches of one copy of the index, of two, of two while one is killed, and while it comes back: a line of each. */
export async function measureCopies(bench: CopiesBench): Promise<string[]> {
  const { dataDir, servers, env, parts, seconds } = bench;
  const logger = createLogger('bench', 'warn');
  const binary = await findMeilisearch(dataDir);
  const first = servers.meilisearch;
  if (!binary || !first?.masterKey) throw new Error('There is no Meilisearch for this machine.');
  const root = join(dataDir, 'second');
  await rm(root, { recursive: true, force: true });
  await mkdir(root);
  // One key for all copies.
  await writeFile(join(root, 'meilisearch-key'), first.masterKey, { mode: 0o600 });
  let second = await startMeilisearch({ binary, dataDir: root, logger });
  parts.push({ stop: () => second.stop(), kill: () => second.kill() });
  const { url, port } = second;
  const both = { MEILI_URLS: `${first.url},${url}` };
  parts.push(await startBenchIndexer(servers, both));
  const pool = createPool({
    url: servers.databaseUrl,
    applicationName: 'bench',
    statementTimeoutMs: 5_000,
    logger,
  });
  parts.push({ stop: () => pool.end(), kill: () => undefined });
  const becomes = (state: string) =>
    waitFor(
      `the second copy to be ${state}`,
      async () =>
        (await listCopies(createDb(pool))).some((row) => row.name === nameCopy(url) && row.state === state),
      FILLED_MS,
    );
  await becomes('in_service');
  // Different searches: all pages of one are answered by one copy.
  const { rows } = await pool.query<{ name: string }>(
    "select name from products where status = 'active' order by id limit 2000",
  );
  const paths = rows.map(({ name }) => `/api/v1/products/search?q=${encodeURIComponent(name.slice(0, 100))}`);
  const one = await startApi('../main', env, parts);
  const two = await startApi('../main', { ...env, ...both }, parts);
  const ask = async (what: string, origin: string, meanwhile?: () => Promise<void>) => {
    const done = meanwhile?.();
    const line = `${what.padEnd(24)} ${await measure(bench, paths, origin)}`;
    await done;
    return line;
  };
  // Warms up, and is not told.
  for (const { origin } of [one, two]) await ask('', origin);
  const lines: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    lines.push(await ask('one copy', one.origin), await ask('two copies', two.origin));
  }
  const later = async (work: () => Promise<void>) => {
    await new Promise((resolve) => {
      setTimeout(resolve, (seconds * 1_000) / 4);
    });
    await work();
  };
  lines.push(
    await ask('one of two is killed', two.origin, () =>
      later(async () => {
        second.kill();
        await becomes('away');
      }),
    ),
    await ask('one of two is away', two.origin),
    await ask('it comes back', two.origin, () =>
      later(async () => {
        second = await startMeilisearch({ binary, dataDir: root, logger, port });
        await becomes('in_service');
      }),
    ),
    await ask('two copies again', two.origin),
  );
  return lines;
}

async function measure(
  { headers, callers, seconds }: CopiesBench,
  paths: string[],
  origin: string,
): Promise<string> {
  const client = new Pool(origin, { connections: callers, pipelining: 1 });
  const { perSecond, failed, answers, ms } = await runClosedLoop({
    callers,
    seconds,
    ask: async (n) => {
      const path = paths[(n * 7_919) % paths.length] as string;
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      await body.dump();
      return statusCode === 200;
    },
  });
  await client.destroy();
  return `${perSecond.toFixed(0)} a second, p50 ${ms.p50.toFixed(1)}, p99 ${ms.p99.toFixed(1)} ms, ${failed} of ${answers} failed`;
}
