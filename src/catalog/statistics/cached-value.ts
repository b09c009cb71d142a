interface CachedValueOptions<T> {
  load: () => Promise<T>;
  /** Up to this age the value is returned without loading. */
  freshMs: number;
  /** Up to this age the stale value is returned while a new one is loaded. An older one makes callers wait for the new one. */
  maxAgeMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Returns a function that caches an expensive value, which may be stale. One `load` runs at a time for all callers. A failed
 * load rejects only the callers that wait for it; the next caller tries again.
 */
export function createCachedValue<T>(options: CachedValueOptions<T>): () => Promise<T> {
  const now = options.now ?? (() => performance.now());
  let cached: { value: T; loadedAt: number } | undefined;
  let loading: Promise<T> | undefined;

  const load = (): Promise<T> => {
    // The age counts from the start, because the value may lack changes during the load.
    const loadedAt = now();
    loading ??= options
      .load()
      .then((value) => {
        cached = { value, loadedAt };
        return value;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  return async () => {
    const age = cached ? now() - cached.loadedAt : Infinity;
    if (!cached || age > options.maxAgeMs) return load();
    // No caller waits for this load. If it fails, the stale value is used up to `maxAgeMs`.
    if (age > options.freshMs) load().catch(() => undefined);
    return cached.value;
  };
}
