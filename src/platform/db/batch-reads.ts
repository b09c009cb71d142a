import DataLoader from 'dataloader';
import type { Db } from './client.ts';

/** Same limit as for a caller's batch, so that no statement takes long. */
const MOST_AT_ONCE = 100;

/**
 * Returns a function that reads a value by key, or undefined. Keys requested in the same turn of the event loop are
 * read with one statement. Nothing is cached. `read` must accept duplicate keys.
 */
export function batchReads<Value>(
  read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (db: Db, key: string) => Promise<Value | undefined> {
  const loaders = new WeakMap<Db, DataLoader<string, Value | undefined>>();
  return (db, key) => {
    let loader = loaders.get(db);
    if (!loader) {
      loader = new DataLoader(
        async (keys) => {
          const found = await read(db, keys);
          return keys.map((one) => found.get(one));
        },
        { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (run) => setImmediate(run) },
      );
      loaders.set(db, loader);
    }
    return loader.load(key);
  };
}
