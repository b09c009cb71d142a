import { isCode, type SearchEngine } from '../search-engine.ts';
import { shareSlots } from './share-slots.ts';
import { EXACT_SLOTS, HURRIED_SLOTS } from '../search-limits.ts';

/**
 * The exact engine, four searches at a time, two of one caller. Codes, which an index answers, have slots of their own:
 * they never wait for texts, of which one can take a second.
 */
export function limitExactEngine(engine: SearchEngine): SearchEngine {
  const codes = shareSlots(EXACT_SLOTS);
  const texts = shareSlots(EXACT_SLOTS);
  return {
    name: engine.name,
    search: (query, signal) =>
      (isCode(query) ? codes : texts)(query.caller, () => engine.search(query, signal), signal),
  };
}

/** The hurried engine, with slots of its own: it is asked when those of the others are taken. */
export function limitHurriedEngine(engine: SearchEngine): SearchEngine {
  const slots = shareSlots(HURRIED_SLOTS);
  return {
    name: engine.name,
    search: (query, signal) => slots(query.caller, () => engine.search(query, signal), signal),
  };
}
