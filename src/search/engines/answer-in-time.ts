import type { Metrics } from '../../metrics.ts';
import { answerOrAsk } from './answer-or-ask.ts';
import { takesExactAlone, type EnginePage, type SearchEngine } from '../search-engine.ts';
import { ANSWER_AFTER_MS, FOUND_AFTER_MS } from '../search-limits.ts';

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
  const counted = (page: EnginePage): EnginePage => {
    if (!page.isSettled) metrics.searchPages.inc({ settled: 'false' });
    return page;
  };
  return {
    name: engine.name,
    async search(query, signal) {
      if (takesExactAlone(query)) return counted(await engine.search(query, signal));
      const page = await answerOrAsk(
        (until) => engine.search({ ...query, dueAt: performance.now() + FOUND_AFTER_MS }, until),
        ANSWER_AFTER_MS,
        (until) => {
          query.noteHandOver?.('late');
          return hurried.search(query, until);
        },
        signal,
      );
      return counted(page);
    },
  };
}
