import { isCode, type SearchEngine } from '../search-engine.ts';
import { POSTGRES_SLOTS } from '../search-limits.ts';
import { shareSlots } from '../../platform/share-slots.ts';

/**
 * Returns the Postgres engine, limited to four searches at a time, two of one caller. Codes are answered by an index
 * and have their own slots: they never wait for texts, which can take a second.
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
