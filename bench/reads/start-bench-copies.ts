import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, createPool } from '../../src/db/client.ts';
import { findMeilisearch, startMeilisearch } from '../../src/embedded/embedded-meilisearch.ts';
import type { Servers, Stoppable } from '../../src/embedded/start-servers.ts';
import { nameCopy } from '../../src/index/copy-name.ts';
import { listCopies } from '../../src/index/copy-store.ts';
import { createLogger } from '../../src/logger.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { startBenchIndexer } from '../search/catalogue/fill-index.ts';
import { startApi, type StartedApi } from '../start-parts.ts';

const FILLED_MS = 300_000;

export interface CopiesSetting {
  dataDir: string;
  servers: Required<Servers>;
  /** Settings of an API process without copies. */
  env: NodeJS.ProcessEnv;
  parts: Stoppable[];
}

export interface BenchCopies {
  /** API processes: one asks the first copy, the other both. */
  one: StartedApi;
  two: StartedApi;
  /** Names of products: different searches, because all pages of one are answered by one copy. */
  names: string[];
  /** Both resolve when the API process has heard of it. */
  killSecond: () => Promise<void>;
  startSecond: () => Promise<void>;
}

/** Starts a second copy of the index, an indexer that keeps both, and the API processes; all is in service when it resolves. */
export async function startBenchCopies({
  dataDir,
  servers,
  env,
  parts,
}: CopiesSetting): Promise<BenchCopies> {
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
  const { rows } = await pool.query<{ name: string }>(
    "select name from products where status = 'active' order by id limit 2000",
  );
  return {
    one: await startApi('../main', env, parts),
    two: await startApi('../main', { ...env, ...both }, parts),
    names: rows.map(({ name }) => name),
    async killSecond() {
      second.kill();
      await becomes('away');
    },
    async startSecond() {
      second = await startMeilisearch({ binary, dataDir: root, logger, port });
      await becomes('in_service');
    },
  };
}
