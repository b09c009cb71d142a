import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/platform/config.ts';
import { hashFile } from '../../src/platform/hash-file.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { claimDataDir } from '../../src/embedded/processes/running-instance.ts';
import {
  startServers,
  type Servers,
  type Stoppable as StartedPart,
} from '../../src/embedded/start-servers.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { readFingerprints, type CatalogueFingerprints } from './catalogue-fingerprints.ts';
import { describeFacts, readFacts, saveFacts, type CatalogueFacts } from './catalogue-facts.ts';
import { countImported, importCatalogue, saveCopies } from './fill-database.ts';
import {
  describeMeilisearch,
  startBenchOpenSearch,
  type BenchEngine,
  type OpenSearchSize,
} from './start-engine.ts';
import { fillIndex, isIndexFull } from './fill-index.ts';

export type { StartedPart };

/** A constant, so that another seed of the questions asks the same catalogue. */
const COPIES_SEED = 1;

export interface CatalogueOptions {
  file: string;
  /** The catalogue is kept in a directory of its own below it. */
  dataRoot: string;
  /** The number of products, reached by varied copies; undefined: those of the file. */
  products: number | undefined;
  /** Filled instead of Meilisearch, from the beginning each time. */
  openSearch?: OpenSearchSize | undefined;
  /** Started parts, which are stopped in reverse order. */
  parts: StartedPart[];
  say: (line: string) => void;
}

export interface Catalogue {
  dataDir: string;
  servers: Required<Servers>;
  facts: CatalogueFacts;
  engine: BenchEngine;
}

/** Returns a database and an index with the products of the file and their copies, from an earlier run or new. */
export async function prepareCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const { parts, say } = options;
  const sha256 = (await hashFile(options.file)).slice(0, 12);
  const size = options.products === undefined ? 'x1' : `${options.products}`;
  const dataDir = join(options.dataRoot, `${sha256}-${size}`);
  parts.push(await claimDataDir(dataDir, 'The search bench'));
  const fingerprints = await readFingerprints();
  const found = await readFacts(dataDir);
  const known = found?.fingerprints.database === fingerprints.database ? found : undefined;
  if (!known) await removeServers(dataDir);
  // Settings of the environment are ignored: a bench must not write into a real database.
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const servers = await startServers(config, createLogger('bench', 'warn'), parts);
  if (!servers.meilisearch) throw new Error('There is no Meilisearch for this machine.');
  await prepareDatabase(servers);
  const client = new pg.Client({ connectionString: servers.ownerUrl });
  // Without it, the end of the server would end this process before everything is stopped. Queries fail anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const all = { ...options, sha256, fingerprints, dataDir, client, servers };
    const imported = known ?? (await fillDatabase(all));
    if (!known) await saveFacts(dataDir, imported);
    const engine = options.openSearch
      ? await startBenchOpenSearch(options.openSearch, parts)
      : await describeMeilisearch(servers);
    const facts = await indexProducts(imported, engine, all);
    say(describeFacts(facts, facts === known));
    return { dataDir, servers, facts, engine };
  } finally {
    await client.end();
  }
}

interface FillOptions extends CatalogueOptions {
  sha256: string;
  fingerprints: CatalogueFingerprints;
  dataDir: string;
  client: pg.Client;
  servers: Required<Servers>;
}

async function indexProducts(
  imported: CatalogueFacts,
  engine: BenchEngine,
  { client, servers, say, fingerprints, dataDir, openSearch }: FillOptions,
): Promise<CatalogueFacts> {
  const isCurrent = !openSearch && imported.fingerprints.index === fingerprints.index;
  if (isCurrent && (await isIndexFull(client, engine))) return imported;
  if (!isCurrent) await engine.drop();
  say(`Filling the index of ${engine.name} …`);
  const indexSeconds = await secondsOf(() => fillIndex(client, servers, engine, say));
  // Postgres has its statistics, and its indexes nothing left to tidy up.
  await client.query('vacuum (analyze) products, barcodes, brands, categories');
  // OpenSearch is filled again by the next run.
  if (openSearch) return { ...imported, indexSeconds };
  const facts = { ...imported, indexSeconds, fingerprints };
  await saveFacts(dataDir, facts);
  return facts;
}

/** Fills the database. The figures of the index are still empty. */
async function fillDatabase(options: FillOptions): Promise<CatalogueFacts> {
  const { client, servers, file, sha256, say } = options;
  say(`Importing ${basename(file)} …`);
  const importSeconds = await secondsOf(() => importCatalogue(file, servers.databaseUrl));
  const imported = await countImported(client);
  const copies = Math.max(0, (options.products ?? imported) - imported);
  let saidAt = performance.now();
  const copySeconds = await secondsOf(() =>
    saveCopies(client, copies, COPIES_SEED, (saved) => {
      if (performance.now() - saidAt < 10_000) return;
      saidAt = performance.now();
      say(`${saved.toLocaleString('en')} of ${copies.toLocaleString('en')} copies`);
    }),
  );
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from products where status = 'active' and merged_into_id is null",
  );
  return {
    file: basename(file),
    sha256,
    products: rows[0]?.count ?? 0,
    copies,
    importSeconds,
    copySeconds,
    indexSeconds: 0,
    fingerprints: { ...options.fingerprints, index: '' },
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** Removes a catalogue that an aborted run or other code left. */
async function removeServers(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((candidate) => /^(postgres|meilisearch-\d.*)$/.test(candidate))) {
    await rm(join(dataDir, name), { recursive: true });
  }
}
