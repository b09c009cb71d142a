export interface CachedValueOptions<T> {
  load: () => Promise<T>;
  /** Up to this age the value is given out as it is. */
  freshMs: number;
  /** Up to this age it is given out while a new one is loaded; past it callers wait for the new one. */
  maxAgeMs: number;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/**
 * Reads a value that is dear to compute and may be a little old. However many callers there are, one `load` runs at a
 * time. A failed load reaches only those who wait for it; the next caller tries again.
 */
export function createCachedValue<T>(options: CachedValueOptions<T>): () => Promise<T> {
  const now = options.now ?? (() => performance.now());
  let cached: { value: T; loadedAt: number } | undefined;
  let loading: Promise<T> | undefined;

  const load = (): Promise<T> => {
    // Dated from the start: what changes while it is loaded may be missing from it.
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
    // Nobody waits for this one: should it fail, the old value stands until its age is up.
    if (age > options.freshMs) load().catch(() => undefined);
    return cached.value;
  };
}
