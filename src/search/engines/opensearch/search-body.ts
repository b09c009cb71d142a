import { INDEX_VERSION, LABELLED_FIELDS } from '../../index/search-index.ts';
import { labelWords } from '../../similarity/label-words.ts';
import { nutrientOf } from '../../exact-filters/nutrients.ts';
import type { EngineQuery } from '../../search-engine.ts';
import { facetAggregations, ownFilters } from './facet-aggregations.ts';
import { filterQueries } from './filter-queries.ts';
import { matchText } from './match-query.ts';
import { suggestionQuery } from './suggestion-bodies.ts';
import { exactRankScript, LEAST_SCORE, scoreScript } from './rank-script.ts';

/** Returns the whole search as one request: page, number of matches, and facets. */
export function searchBody(query: EngineQuery, shardSize: number): object {
  const { text, filters, facets, offset, limit, typed } = query;
  const queries = Object.entries(filterQueries(filters));
  const own = facets ? ownFilters(facets) : new Set<string>();
  const before = queries.filter(([name]) => !own.has(name)).map(([, filter]) => filter);
  const after = queries.filter(([name]) => own.has(name));
  return {
    query: text ? textQuery(query, before) : { bool: { filter: before, must_not: [ofThisVersion] } },
    ...(after.length > 0 && { post_filter: { bool: { filter: after.map(([, filter]) => filter) } } }),
    ...(facets && { aggs: facetAggregations(facets, Object.fromEntries(after), shardSize) }),
    sort: sortOf(query),
    from: offset,
    size: limit,
    track_total_hits: true,
    // OpenSearch needs longer to choose the fields of a page than to send them all. A search of labels reads many more documents.
    ...(typed !== undefined && { _source: LABELLED_FIELDS }),
  };
}

/** Returns the request for the number of all documents. */
export function countBody(): object {
  return { query: { bool: { must_not: [ofThisVersion] } }, size: 0, track_total_hits: true };
}

/** No document has this field. An index of another release refuses a query that names it. */
const ofThisVersion = { term: { [INDEX_VERSION]: '' } };

function textQuery(query: EngineQuery, filters: object[]): object {
  const { typed, suggested } = query;
  if (typed === undefined) return matchQuery(query, filters);
  const words = suggested ? suggestionQuery(suggested.words) : labelQuery(query);
  return { bool: { ...words, filter: filters, must_not: [ofThisVersion] } };
}

function matchQuery({ text, digits }: EngineQuery, filters: object[]): object {
  const { candidates, isAlike, byDigits } = matchText(text, digits);
  return {
    script_score: {
      query: {
        bool: {
          filter: [candidates, ...filters],
          must_not: [ofThisVersion],
          // The script reads this score.
          ...(byDigits && { should: [{ constant_score: { filter: byDigits } }] }),
        },
      },
      script: scoreScript(text, isAlike),
      min_score: LEAST_SCORE,
    },
  };
}

/** Finds products whose labels hold most of the words, with typos, or the beginning of the last. */
function labelQuery({ text, order }: EngineQuery): object {
  const words = labelWords(text);
  const last = words.at(-1) ?? '';
  const beginning = { prefix: { label_words: last } };
  if (!order) return { should: [findInLabels(words.join(' ')), beginning], minimum_should_match: 1 };
  // In another order than relevance, products that lack a word would stand among the others. Words may be in different fields.
  return {
    must: [
      ...words.slice(0, -1).map(findInLabels),
      { bool: { should: [findInLabels(last), beginning], minimum_should_match: 1 } },
    ],
  };
}

function findInLabels(words: string): object {
  const fields = ['label_words', `category_words^${CATEGORY_BOOST}`];
  return { multi_match: { query: words, fields, type: 'most_fields', fuzziness: 'AUTO' } };
}

const CATEGORY_BOOST = 0.5;
const BY_QUALITY = [{ quality_score: 'desc' }, { id: 'asc' }];

function sortOf({ text, order, typed }: EngineQuery): object[] {
  if (typed !== undefined) return [{ _score: 'desc' }, ...BY_QUALITY];
  const nutrient = nutrientOf(order);
  if (nutrient)
    return [{ [`nutriments.${nutrient.key}`]: nutrient.isDescending ? 'desc' : 'asc' }, { id: 'asc' }];
  if (order === 'popularity') return [{ popularity: 'desc' }, ...BY_QUALITY];
  if (order === 'name') return [{ name_order: 'asc' }, { id: 'asc' }];
  if (order === 'quality' || !text) return BY_QUALITY;
  // The second script only runs for equal scores, and for hits that enter the page.
  const byRank = { _script: { type: 'number', order: 'desc', script: exactRankScript(text) } };
  return [{ _score: 'desc' }, byRank, ...BY_QUALITY];
}
