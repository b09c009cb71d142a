import type { Logger } from 'pino';
import type { Db } from '../../../db/client.ts';
import { nameCopy } from '../../../index/copy-name.ts';
import type { MeilisearchAccess } from '../../../index/meilisearch/meilisearch.ts';
import type { Metrics } from '../../../metrics.ts';
import type { IndexClient } from '../index-reader.ts';
import { createMeilisearchClient } from '../meilisearch/meilisearch-client.ts';
import { createCopiesClient, type IndexCopy } from './copies-client.ts';
import { followCopies } from './follow-copies.ts';

interface CopiesOptions {
  db: Db;
  first: MeilisearchAccess;
  others: readonly MeilisearchAccess[];
  indexUid: string;
  metrics: Metrics;
  logger: Logger;
}

export interface OpenedCopies {
  client: IndexClient;
  /** Reads anew which copies are in service. */
  refresh: () => Promise<void>;
  /** @throws {Error} when one of them is not in service */
  check: () => Promise<void>;
}

/** Several copies of the index, to be asked as one. */
export function openCopies({ db, first, others, indexUid, metrics, logger }: CopiesOptions): OpenedCopies {
  const open = (access: MeilisearchAccess): IndexCopy => ({
    name: nameCopy(access.url),
    client: createMeilisearchClient(access, indexUid),
  });
  const copies: [IndexCopy, ...IndexCopy[]] = [open(first), ...others.map(open)];
  const followed = followCopies(db, [copies[0].name, ...others.map(({ url }) => nameCopy(url))], logger);
  return {
    client: createCopiesClient({ copies, followed, metrics }),
    refresh: () => followed.read(),
    async check() {
      await followed.read();
      const inService = copies.filter(({ name }) => followed.inService().has(name)).length;
      if (inService < copies.length)
        throw new Error(`${inService} of ${copies.length} copies of the index are in service`);
    },
  };
}
