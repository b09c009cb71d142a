import type { Logger } from 'pino';
import type { Db } from '../src/db/client.ts';
import { hasUnmarkedInUse, markAllProducts } from '../src/search/outbox-store.ts';
import { INDEX_SETTINGS } from '../src/search/search-index.ts';
import type { IndexWriter } from './index-writer.ts';

interface PrepareDependencies {
  db: Db;
  index: IndexWriter;
  logger: Logger;
  signal: AbortSignal;
}

/**
 * Makes the index ready to be written to, and marks all products when documents may be missing: the index is new,
 * another one than `knownCreatedAt`, empty, or has other settings. Marks come before settings, so that an index with
 * the right settings is one whose products have all been marked, even if this process dies in between.
 * @returns createdAt of the index
 */
export async function prepareIndex(
  dependencies: PrepareDependencies,
  knownCreatedAt?: string,
): Promise<string> {
  const { db, index, logger, signal } = dependencies;
  let state = await index.findState();
  if (!state) {
    logger.info('making the index');
    await index.create(signal);
    state = await index.findState();
    if (!state) throw new Error('the index was made, and is not there');
  }
  const isReady = await index.hasSettings(INDEX_SETTINGS);
  const isAnother = knownCreatedAt !== undefined && knownCreatedAt !== state.createdAt;
  if (!isReady || isAnother || (state.documentCount === 0 && (await hasUnmarkedInUse(db)))) {
    const products = await markAllProducts(db);
    logger.info({ products }, 'all products are to be indexed');
  }
  if (!isReady) {
    await index.saveSettings(INDEX_SETTINGS, signal);
    logger.info('the index has its settings');
  }
  return state.createdAt;
}
