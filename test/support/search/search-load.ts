import type { CopiesApi } from './index-copies.ts';

export interface SearchLoad {
  /** Ends it: how many searches there were, and those that failed, or found nothing although there is something. */
  stop(): Promise<{ searches: number; failed: string[]; slowestMs: number }>;
}

/** Searches one after another, for all these texts and pages without a text, each of which finds something. */
export function startSearchLoad(api: CopiesApi, texts: string[]): SearchLoad {
  const failed: string[] = [];
  let searches = 0;
  let slowestMs = 0;
  const ended = new AbortController();
  const run = async () => {
    while (!ended.signal.aborted) {
      const n = searches++;
      const path = `/products/search?size=5&page=${1 + (n % 2)}&q=${encodeURIComponent(texts[n % texts.length] ?? '')}`;
      const askedAt = performance.now();
      const { status, body } = await api.get(path);
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
      const found = (body as { items?: unknown[] }).items?.length ?? 0;
      if (status !== 200 || found === 0) failed.push(`${path}: ${status}, ${found} found`);
    }
  };
  const running = run();
  return {
    async stop() {
      ended.abort();
      await running;
      return { searches, failed, slowestMs };
    },
  };
}
