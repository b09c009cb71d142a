import type { Db } from '../../platform/db/client.ts';
import { nameCaller } from '../../platform/http/callers/caller.ts';
import type { HandlerInput } from '../../platform/http/route.ts';
import { foldText, readSearchText, wordsOf } from '../../platform/text/fold-text.ts';
import type { Candidate as FoundProduct, SearchEngine } from '../search-engine.ts';
import { createSearchLabels } from '../search-labels.ts';
import { MORE_PROPOSALS, PROPOSALS, SPARE_PROPOSALS, SUGGESTED_DIGITS } from '../search-limits.ts';
import { withoutOperators } from '../search-products.ts';
import { chooseSuggestions, matchSuggestion, unmarked } from './choose-suggestions.ts';
import type { Suggestion, SuggestQuery } from './suggest-contract.ts';
import { labelsOf, readSuggested } from './suggest-store.ts';

/**
 * Suggests brands, categories and products in use for a text being typed, and products with a barcode that has its
 * digits.
 * @throws ApiError 503 `unavailable` when too many searches wait
 */
export type Suggest = (
  query: SuggestQuery,
  asked: Pick<HandlerInput<undefined, undefined, undefined>, 'signal' | 'caller' | 'address'>,
) => Promise<Suggestion[]>;

/** Returns the use case: a search of all labels finds products, brands and categories, and Postgres has their current state. */
export function createSuggest(db: Db, engine: SearchEngine): Suggest {
  const labels = createSearchLabels(db, engine);
  return async ({ q, types, size }, asked) => {
    const text = foldText(q);
    const words = wordsOf(text);
    if (words.length === 0) return [];
    const query = {
      text,
      digits: undefined,
      typed: withoutOperators(q),
      suggested: { words, types: types.filter((type) => type !== 'product'), most: size },
      filters: {},
      offset: 0,
      caller: nameCaller(asked),
    };
    const limit = types.includes('product') ? PROPOSALS : 0;
    let { items, names = [] } = await labels.search({ ...query, limit }, asked.signal);
    if (limit > 0 && items.length === limit && keepFirstOfNames(items).length < size)
      ({ items } = await labels.search({ ...query, limit: MORE_PROPOSALS }, asked.signal));
    const products = pickNearest(items, words).slice(0, size + SPARE_PROPOSALS);
    const chosen = chooseSuggestions(await readSuggested(db, products, names), words, size);
    const { digits } = readSearchText(text);
    if (limit === 0 || chosen.length === size || (digits?.length ?? 0) < SUGGESTED_DIGITS) return chosen;
    const ofCode = await engine.search(
      { text, digits, filters: {}, offset: 0, limit: size, caller: query.caller },
      asked.signal,
    );
    const known = new Set(chosen.map((suggestion) => ('id' in suggestion ? suggestion.id : undefined)));
    const others = ofCode.items.filter(({ id }) => !known.has(id)).slice(0, size - chosen.length);
    return [...chosen, ...unmarked(await readSuggested(db, others, []))];
  };
}

/** Returns the best product of each name that matches, the nearest first. */
function pickNearest(items: readonly FoundProduct[], words: readonly string[]): FoundProduct[] {
  return keepFirstOfNames(items)
    .flatMap((item) => {
      const match = matchSuggestion(item.name, labelsOf(item, item.brand), words);
      return match ? [{ item, nearness: match.nearness }] : [];
    })
    .toSorted((a, b) => a.nearness - b.nearness)
    .map(({ item }) => item);
}

function keepFirstOfNames(items: readonly FoundProduct[]): FoundProduct[] {
  const byName = new Map<string, FoundProduct>();
  for (const item of items) {
    const name = foldText(item.name);
    if (!byName.has(name)) byName.set(name, item);
  }
  return [...byName.values()];
}
