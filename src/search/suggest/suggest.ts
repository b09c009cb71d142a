import type { HandlerInput } from '../../http/route.ts';
import { foldText, wordsOf } from '../../text/fold-text.ts';
import { SUGGEST_SLOTS } from '../search-limits.ts';
import { shareSlots } from '../engines/share-slots.ts';
import { chooseSuggestions } from './choose-suggestions.ts';
import type { FindCandidates } from './find-candidates.ts';
import type { SuggestQuery, Suggestion } from './suggest-contract.ts';

/**
 * Suggests brands, categories and products in use for what has been typed so far.
 * @throws ApiError 503 `unavailable` when too many wait for Postgres
 */
export type Suggest = (query: SuggestQuery, asked: Asked) => Promise<Suggestion[]>;

/** Who asks and until when: looked at only where Postgres has to answer, for both are made when they are first asked for. */
type Asked = Pick<HandlerInput<undefined, undefined, undefined>, 'signal' | 'caller' | 'address'>;

/** `find` answers first, `findStored` when it cannot. */
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
