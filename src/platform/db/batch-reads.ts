import DataLoader from 'dataloader';
import type { Db } from './client.ts';

/** As many as a caller may ask for at once by other ways: more would let one statement take long. */
const MOST_AT_ONCE = 100;

/**
 * Reads one thing by its key, undefined when there is none; those that are asked for in the same turn of the process are read
 * with one statement. Nothing is kept: each is read after it was asked for. `read` takes keys that may be equal.
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
