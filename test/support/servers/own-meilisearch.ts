import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMeilisearch, startMeilisearch } from '../../../src/embedded/embedded-meilisearch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { MeilisearchAccess } from '../../../src/search/engines/meilisearch/meilisearch.ts';

export interface OwnMeilisearch {
  access: MeilisearchAccess & { apiKey: string };
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  remove(): Promise<void>;
}

/** A Meilisearch of the test's own, to break as it likes. */
export async function startOwnMeilisearch(): Promise<OwnMeilisearch> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'factshelf-meilisearch-'));
  const binary = await findMeilisearch(dataDir);
  if (!binary) throw new Error('no Meilisearch binary');
  const server = await startMeilisearch({ binary, dataDir, logger: createLogger('test', 'silent') });
  return {
    access: { url: server.url, apiKey: server.masterKey },
    signal: (name) => void process.kill(server.pid, name),
    async remove() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
