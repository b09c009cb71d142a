import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import { hasProductInUse } from '../../src/search/index/indexed-product-store.ts';
import { LOST_DOCUMENTS } from '../../src/search/index/rebuild-store.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';

interface PrepareDependencies {
  db: Db;
  index: IndexWriter;
  logger: Logger;
  signal: AbortSignal;
}

interface PreparedIndex {
  createdAt: string;
  /** Why the index must be rebuilt; undefined when it is in order. */
  rebuildReason?: string;
  /**
   * An unknown set of documents is missing, so the index must not be written to. Searches ignore an index that is
   * empty or has no settings.
   */
  isLost: boolean;
}

/**
 * Checks that the live index is the known one, with its settings and documents, and creates it if missing. An index
 * that lacks unmarked products is not filled in place: searches would run on half of it.
 */
export async function prepareIndex(
  dependencies: PrepareDependencies,
  known: { createdAt: string | undefined; isLost: boolean } = { createdAt: undefined, isLost: false },
): Promise<PreparedIndex> {
  const { db, index, logger, signal } = dependencies;
  const state = await index.findState();
  if (!state) {
    const createdAt = await createIndex(index, signal);
    logger.info('the index is made');
    // The drain sends marked products to any index, such as those of a first start.
    if (!(await hasProductInUse(db, 'unmarked'))) return { createdAt, isLost: false };
    return { createdAt, isLost: true, rebuildReason: `${LOST_DOCUMENTS}: there was no index` };
  }
  const { createdAt, documentCount } = state;
  if (known.createdAt !== undefined && known.createdAt !== createdAt) {
    return {
      createdAt,
      isLost: true,
      rebuildReason: `${LOST_DOCUMENTS}: the index is another one than before`,
    };
  }
  // A rebuild is under way. Searching for unmarked products would take longer the more are marked.
  if (known.isLost && documentCount === 0) return { createdAt, isLost: true };
  const hasSettings = await index.hasSettings();
  if (documentCount === 0 && (await hasProductInUse(db, hasSettings ? 'unmarked' : 'any'))) {
    return { createdAt, isLost: true, rebuildReason: `${LOST_DOCUMENTS}: the index is empty` };
  }
  if (!hasSettings && documentCount === 0) await index.saveSettings(signal);
  else if (!hasSettings) return { createdAt, isLost: false, rebuildReason: 'the index has other settings' };
  return { createdAt, isLost: false };
}

/** Creates an index with its settings. Returns its `createdAt`. */
export async function createIndex(index: IndexWriter, signal: AbortSignal): Promise<string> {
  await index.create(signal);
  await index.saveSettings(signal);
  const state = await index.findState();
  if (!state) throw new Error('the index was created, but cannot be found');
  return state.createdAt;
}
