import { isCode, type SearchEngine } from '../search-engine.ts';
import { POSTGRES_SLOTS } from '../search-limits.ts';
import { shareSlots } from './share-slots.ts';

/**
 * The Postgres engine, four searches at a time, two of one caller. Codes, which an index answers, have slots of their own:
 * they never wait for texts, of which one can take a second.
 */
export function limitPostgres(engine: SearchEngine): SearchEngine {
  const codes = shareSlots(POSTGRES_SLOTS);
  const texts = shareSlots(POSTGRES_SLOTS);
  return {
    name: engine.name,
    search: (query, signal) =>
      (isCode(query) ? codes : texts)(query.caller, () => engine.search(query, signal), signal),
  };
}
