import type { Metrics } from '../metrics.ts';
import { takesExactAlone, type SearchEngine } from './search-engine.ts';
import { ANSWER_AFTER_MS } from './search-limits.ts';

/**
 * An engine that always answers: when the one given fails, or has not answered after `ANSWER_AFTER_MS`, with what the
 * hurried one finds. Such a page is not settled. It fails when both do. What is to be exact, as codes and an order of
 * its own are, is only asked of the one given.
 */
export function answerInTime(
  engine: SearchEngine,
  hurried: SearchEngine,
  metrics: Pick<Metrics, 'searchPages'>,
): SearchEngine {
  return {
    name: engine.name,
    async search(query, signal) {
      if (takesExactAlone(query)) return await engine.search(query, signal);
      const answered = new AbortController();
      const until = AbortSignal.any([signal, answered.signal]);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), ANSWER_AFTER_MS);
      });
      const asked = engine.search(query, until);
      try {
        const page = await Promise.race([asked.catch(() => undefined), late]);
        if (page) return page;
        signal.throwIfAborted();
        query.noteHandOver?.('late');
        // The one asked may still be first.
        const found = await Promise.any([asked, hurried.search(query, until)]);
        if (!found.isSettled) metrics.searchPages.inc({ settled: 'false' });
        return found;
      } catch (error) {
        // Of two the first is what speaks of the service.
        throw error instanceof AggregateError ? error.errors[0] : error;
      } finally {
        clearTimeout(timer);
        answered.abort();
      }
    },
  };
}
