/**
 * Resolves when `condition` gives a value that is neither false nor undefined; fails after `timeoutMs`, which is long,
 * as a busy machine has to pass what a quiet one passes: the search engine, which has a low priority, most of all.
 */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 240_000,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for: ${what}`);
    await new Promise((resolve) => {
      // What takes long is asked for less often: questions cost time of the processors that others wait for.
      setTimeout(resolve, Math.min(20 + waitedMs / 20, 100));
    });
  }
}
