import { isCode, type SearchEngine } from './search-engine.ts';
import { shareSlots } from './share-slots.ts';

/** More at once would only share the same processors, and leave no connection for barcode lookups. */
const LIMITS = { atOnce: 4, waiting: 40, atOnceEach: 2, waitingEach: 40 };

/**
 * The exact engine, four searches at a time, two of one caller. Codes, which an index answers, have slots of their own:
 * they never wait for texts, of which one can take a second.
 */
export function limitExactEngine(engine: SearchEngine): SearchEngine {
  const codes = shareSlots(LIMITS);
  const texts = shareSlots(LIMITS);
  return {
    name: engine.name,
    search: (query, signal) =>
      (isCode(query) ? codes : texts)(query.caller, () => engine.search(query, signal), signal),
  };
}
