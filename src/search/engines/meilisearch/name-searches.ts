import { suggestionIndexOf, toFoundName, type SuggestionDocument } from '../../index/suggestion-index.ts';
import type { EngineQuery, FoundName } from '../../search-engine.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';

/** Returns a search for brands and one for categories, as far as they are wanted. Their names have every word. */
export function nameSearches(
  indexUid: string,
  { words, types, most }: NonNullable<EngineQuery['suggested']>,
): IndexSearch[] {
  return types.map((type) => ({
    indexUid: suggestionIndexOf(indexUid),
    q: words.join(' '),
    matchingStrategy: 'all',
    filter: `type = ${type}`,
    limit: most,
    attributesToRetrieve: ['id', 'type', 'weight'],
  }));
}

export function readNames(answers: readonly IndexAnswer<unknown>[]): FoundName[] {
  return answers.flatMap(({ hits }) => (hits as SuggestionDocument[]).map(toFoundName));
}
