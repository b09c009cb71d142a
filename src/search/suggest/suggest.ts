import type { HandlerInput } from '../../platform/http/route.ts';
import { foldText, wordsOf } from '../../platform/text/fold-text.ts';
import { SUGGEST_SLOTS } from '../search-limits.ts';
import { shareSlots } from '../../platform/share-slots.ts';
import { chooseSuggestions } from './choose-suggestions.ts';
import type { FindCandidates } from './find-candidates.ts';
import type { SuggestQuery, Suggestion } from './suggest-contract.ts';

/**
 * Suggests brands, categories and products in use for a text being typed.
 * @throws ApiError 503 `unavailable` when too many requests wait for Postgres
 */
export type Suggest = (query: SuggestQuery, asked: Asked) => Promise<Suggestion[]>;

/** The caller and the abort signal. Read only if Postgres must answer, because both are computed on first access. */
type Asked = Pick<HandlerInput<undefined, undefined, undefined>, 'signal' | 'caller' | 'address'>;

/** Returns the use case: `find` answers, or `findStored` when `find` cannot. */
export function createSuggest(find: FindCandidates | undefined, findStored: FindCandidates): Suggest {
  const inTurn = shareSlots(SUGGEST_SLOTS);
  return async ({ q, types, size }, asked) => {
    const typed = wordsOf(foldText(q));
    if (typed.length === 0) return [];
    const candidates =
      (await find?.(typed, types, size)) ??
      (await inTurn(
        asked.caller?.kind === 'key' ? asked.caller.accountId : asked.address,
        () => findStored(typed, types, size),
        asked.signal,
      ));
    return chooseSuggestions(candidates ?? [], typed, size);
  };
}
