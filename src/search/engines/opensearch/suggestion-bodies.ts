import type { EngineQuery, FoundName } from '../../search-engine.ts';
import { TYPO_LETTERS } from '../../search-limits.ts';

type Suggested = NonNullable<EngineQuery['suggested']>;

/** Returns the query for products: one word is in a name, several words are in names and brands. Words without a typo score higher. */
export function suggestionQuery(words: Suggested['words']): object {
  const field = words.length > 1 ? 'label_words' : 'suggest_name';
  return { must: words.map((word) => wordQuery(field, word)) };
}

/** Returns the request for brands or categories: names without a typo first, then names that begin with the text, then by products. */
export function namesBody(
  type: FoundName['type'],
  { words, most }: Pick<Suggested, 'words' | 'most'>,
): object {
  return {
    query: {
      bool: {
        filter: [{ term: { type } }],
        must: words.map((word) => wordQuery('text', word)),
        should: [{ constant_score: { filter: { prefix: { 'text.beginning': words.join(' ') } } } }],
      },
    },
    sort: [{ _score: 'desc' }, { weight: 'desc' }, { id: 'asc' }],
    size: most,
    track_total_hits: true,
    _source: ['id', 'type', 'weight'],
  };
}

/** A typo costs more than the beginning of a text brings. */
const AS_TYPED = 3;

function wordQuery(field: string, word: string): object {
  const beginning = { constant_score: { filter: { prefix: { [field]: word } }, boost: AS_TYPED } };
  if (word.length < TYPO_LETTERS) return beginning;
  const withTypo = { constant_score: { filter: { fuzzy: { [field]: { value: word, fuzziness: 1 } } } } };
  return { dis_max: { queries: [beginning, withTypo] } };
}
