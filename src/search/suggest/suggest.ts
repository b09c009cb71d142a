import { foldText, wordsOf } from '../../text/fold-text.ts';
import { SUGGEST_SLOTS } from '../search-limits.ts';
import { shareSlots } from '../share-slots.ts';
import { chooseSuggestions } from './choose-suggestions.ts';
import type { FindCandidates } from './held/held-source.ts';
import type { SuggestQuery, Suggestion } from './suggest-contract.ts';

/**
 * Suggests brands, categories and products in use for what has been typed so far.
 * @throws ApiError 503 `unavailable` when too many wait for Postgres
 */
export type Suggest = (query: SuggestQuery, signal: AbortSignal, caller: string) => Promise<Suggestion[]>;

/** `findHeld` is asked first, and Postgres when that cannot answer. */
export function createSuggest(findHeld: FindCandidates | undefined, findStored: FindCandidates): Suggest {
  const inTurn = shareSlots(SUGGEST_SLOTS);
  return async ({ q, types, size }, signal, caller) => {
    const typed = wordsOf(foldText(q));
    if (typed.length === 0) return [];
    const candidates =
      (await findHeld?.(typed, types, size)) ??
      (await inTurn(caller, () => findStored(typed, types, size), signal));
    return chooseSuggestions(candidates ?? [], typed, size);
  };
}
