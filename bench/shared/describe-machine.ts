import { arch, cpus, platform, totalmem } from 'node:os';
import pg from 'pg';
import { createMeilisearch } from '../../src/search/engines/meilisearch/meilisearch.ts';

/** The machine of a measurement, without its name or paths. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGib: number;
  system: string;
  node: string;
  postgres: string;
  meilisearch: string;
}

/** The servers that were measured. */
interface MeasuredServers {
  databaseUrl: string;
  meilisearch: { url: string; masterKey: string | undefined } | undefined;
}

export async function describeMachine({ databaseUrl, meilisearch }: MeasuredServers): Promise<Machine> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const version = meilisearch
    ? await createMeilisearch({ url: meilisearch.url, apiKey: meilisearch.masterKey }, 5_000).getVersion()
    : undefined;
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    node: process.versions.node,
    postgres: rows[0]?.server_version.split(' ')[0] ?? 'unknown',
    meilisearch: version?.pkgVersion ?? 'none',
  };
}
