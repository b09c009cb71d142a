import type { Metrics } from '../metrics.ts';
import { takesExactAlone, type SearchEngine } from './search-engine.ts';
import { ANSWER_AFTER_MS, FOUND_AFTER_MS } from './search-limits.ts';

/**
 * An engine that always answers. The one given hears when it should end with what it has found; when it fails, or has not
 * answered after `ANSWER_AFTER_MS`, the hurried one is asked. Such pages are not settled. It fails when both do. What is to
 * be exact, as codes and an order of its own are, is only asked of the one given.
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
      const asked = engine.search({ ...query, dueAt: performance.now() + FOUND_AFTER_MS }, until);
      const findInHurry = async () => {
        signal.throwIfAborted();
        query.noteHandOver?.('late');
        // The one asked may still be first.
        return await Promise.any([asked, hurried.search(query, until)]);
      };
      try {
        const found = (await Promise.race([asked.catch(() => undefined), late])) ?? (await findInHurry());
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
