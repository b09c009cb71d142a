import type { Command } from 'commander';
import { describeMachine } from '../shared/describe-machine.ts';
import { issueBenchKey, onBenchDatabase } from '../shared/issue-bench-key.ts';
import { startApi, type StartedApi } from '../shared/start-parts.ts';
import { prepareCatalogue, type Catalogue, type StartedPart } from './prepare-catalogue.ts';

/** The options that name a catalogue. */
export interface CatalogueArguments {
  catalogue: string;
  products?: number;
  data: string;
  nodes?: number;
  shards?: number;
  replicas?: number;
}

export const catalogueOptions = (command: Command) =>
  command
    .requiredOption('--catalogue <file>', 'an Open Food Facts export')
    .option('--products <count>', 'add varied copies until there are so many products', Number)
    .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
    .option(
      '--nodes <count>',
      'OpenSearch with so many nodes in place of Meilisearch, filled each time',
      Number,
    )
    .option('--shards <count>', 'shards of its index; one a node unless given', Number)
    .option('--replicas <count>', 'replicas of its index', Number, 0);

interface OnCatalogue {
  catalogue: Catalogue;
  /** An API process on it. */
  api: StartedApi;
  /** With a key of the tier `internal`, which has no limit. */
  headers: Record<string, string>;
  parts: StartedPart[];
  say: (line: string) => void;
}

/** Starts servers that hold the catalogue and an API, runs work on them, and stops everything. */
export async function onCatalogue(
  given: CatalogueArguments,
  work: (started: OnCatalogue) => Promise<void>,
): Promise<void> {
  const parts: StartedPart[] = [];
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  try {
    const { nodes, shards = nodes ?? 1, replicas = 0 } = given;
    const catalogue = await prepareCatalogue({
      file: given.catalogue,
      dataRoot: given.data,
      products: given.products,
      openSearch: nodes === undefined ? undefined : { nodes, shards, replicas },
      parts,
      say,
    });
    const { servers, engine, facts } = catalogue;
    const key = await onBenchDatabase(servers.ownerUrl, (db) => issueBenchKey(db, 'internal'));
    const settings = {
      DATABASE_URL: servers.databaseUrl,
      MEILI_URL: servers.meilisearch?.url,
      MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
      ...engine.settings,
    };
    const api = await startApi(settings, parts);
    const machine = await describeMachine(servers);
    console.log(
      `${facts.products.toLocaleString('en')} products; ${machine.cores} cores (${machine.cpu}), ${machine.memoryGib} GiB, ` +
        `Node ${machine.node}, Postgres ${machine.postgres}, ${engine.name} ${engine.version}; callers and servers on one machine\n`,
    );
    await work({ catalogue, api, headers: { 'X-API-Key': key }, parts, say });
  } finally {
    await stop();
  }
}
