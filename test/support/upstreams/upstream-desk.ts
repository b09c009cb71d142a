import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../../../src/platform/logger.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createResolver } from '../../../src/platform/outbound/guarded-agent.ts';
import { readUpstreamSettings, type UpstreamCode } from '../../../src/upstream/known-upstreams.ts';
import { runUpstreams } from '../../../src/upstream/files/run-upstream.ts';
import { createUpstreamClient } from '../../../src/upstream/upstream-client.ts';
import {
  listRuns,
  listUpstreams,
  type Upstream,
  type UpstreamRun,
} from '../../../src/upstream/upstream-store.ts';
import { createImportCatalogue, type ImportCatalogue } from '../imports/import-catalogue.ts';
import { startUpstreamServer, type UpstreamServer } from './upstream-server.ts';

export interface UpstreamDesk {
  catalogue: ImportCatalogue;
  server: UpstreamServer;
  /** Settings of a process that keeps Open Food Facts, or another source, in step with the server. */
  environment: Record<string, string>;
  folder: string;
  /** One run in this process. */
  run(options?: {
    asksWhole?: boolean;
    mostBytes?: number;
    signal?: AbortSignal;
    silenceMs?: number;
  }): Promise<string[]>;
  state(): Promise<Upstream>;
  runs(): Promise<UpstreamRun[]>;
  remove(): Promise<void>;
}

/** A catalogue and an upstream of the test file's own. */
export async function openUpstreamDesk(
  code: UpstreamCode = 'open_food_facts',
  page = '',
): Promise<UpstreamDesk> {
  const catalogue = await createImportCatalogue();
  const server = await startUpstreamServer();
  const folder = await mkdtemp(path.join(tmpdir(), 'factshelf-upstream-'));
  const environment = {
    SOURCES: `${code}=${server.address}${page}`,
    SOURCES_ALLOWED_NETWORKS: '127.0.0.0/8',
    SOURCES_DIR: folder,
    DATABASE_URL: catalogue.database.url,
  };
  const config = readConfig(environment);
  const settings = readUpstreamSettings(config);
  const guard = { permitted: config.SOURCES_ALLOWED_NETWORKS ?? [], resolve: createResolver() };
  const client = createUpstreamClient(settings.hosts, guard, 2_000);
  const { db, pool } = catalogue.database;
  const state = async () => {
    const found = (await listUpstreams(db, settings)).find((one) => one.code === code);
    if (!found) throw new Error('the upstream is unknown');
    return found;
  };
  return {
    catalogue,
    server,
    environment,
    folder,
    state,
    run: async ({
      asksWhole = false,
      mostBytes = 1e9,
      signal = new AbortController().signal,
      silenceMs,
    } = {}) =>
      await runUpstreams(
        {
          pool,
          maintenancePool: pool,
          settings,
          fetching: { client, folder, mostBytes, silenceMs, firstWaitMs: 1 },
          logger: createLogger('test', 'silent'),
        },
        ({ isOn }) => isOn,
        asksWhole,
        signal,
      ),
    runs: async () => await listRuns(db, 50),
    async remove() {
      await client.close();
      await server.close();
      await catalogue.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const DAY = 86_400;
/** The end of a day in the past, in seconds: 0 is the last night. */
export const nightBefore = (days: number) => Math.floor(Date.now() / 1_000) - 3_600 - days * DAY;
