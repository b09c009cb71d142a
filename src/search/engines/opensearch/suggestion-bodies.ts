import type { EngineQuery, FoundName } from '../../search-engine.ts';
import { TYPO_LETTERS } from '../../search-limits.ts';
import { labelWords } from '../../similarity/label-words.ts';

type Suggested = NonNullable<EngineQuery['suggested']>;

/** Returns the query for products: their labels have every word. Words of the shown name score highest, those with a typo lowest. */
export function suggestionQuery(words: Suggested['words']): object {
  return {
    must: labelWords(words.join(' ')).map((word) => wordQuery(['suggest_name', 'label_words'], word)),
  };
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
        must: words.map((word) => wordQuery(['text'], word)),
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

function wordQuery(fields: readonly string[], word: string): object {
  const find = (query: object, boost: number) => ({ constant_score: { filter: query, boost } });
  const beginnings = fields.map((field, i) => find({ prefix: { [field]: word } }, AS_TYPED - i));
  const typos = fields.map((field) => find({ fuzzy: { [field]: { value: word, fuzziness: 1 } } }, 1));
  return { dis_max: { queries: word.length < TYPO_LETTERS ? beginnings : [...beginnings, ...typos] } };
}
