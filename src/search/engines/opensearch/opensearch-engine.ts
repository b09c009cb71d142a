import { MAX_RESULT_WINDOW, type OpenSearchAccess } from './opensearch.ts';
import {
  LABELLED_FIELDS,
  SHOWN_FIELDS,
  type OtherLabels,
  type ShownDocument,
} from '../../index/search-index.ts';
import { suggestionIndexOf, toFoundName, type SuggestionDocument } from '../../index/suggestion-index.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import type { HandOverReason } from '../../explain/explanation-contract.ts';
import type { ProductSummary } from '../../search-contract.ts';
import type { EnginePage, EngineQuery, FoundName, IndexedEngine } from '../../search-engine.ts';
import { PATIENCE_MS, SILENCE_MS } from '../../search-limits.ts';
import { statusOf } from '../engine-error.ts';
import { queryTrigrams, wordSimilarity } from '../../similarity/word-similarity.ts';
import { MissingIndexError, openIndex, OtherVersionError, type IndexAnswer } from './ask-index.ts';
import {
  FIRST_SHARD_SIZE,
  listInexact,
  readFacetAnswer,
  WHOLE_SHARD_SIZE,
  type FacetAnswer,
} from './facet-aggregations.ts';
import { countBody, searchBody } from './search-body.ts';
import { namesBody } from './suggestion-bodies.ts';

type LabelledDocument = ShownDocument & OtherLabels;

/**
 * Returns the engine on OpenSearch: a query finds the names that can be similar, and a script in OpenSearch computes their
 * rank. Items, order, total and facets are exact. It hands over to Postgres (undefined) orders by time, which the index does
 * not hold, and lists deeper than `MAX_RESULT_WINDOW`.
 */
export function createOpenSearchEngine(
  access: OpenSearchAccess,
  alias: string,
  // A request that times out is sent again to the next node. With one node, that would be the same one.
  timeoutMs = access.urls.length > 1 ? SILENCE_MS : PATIENCE_MS,
): IndexedEngine {
  const index = openIndex(access, alias, timeoutMs);
  const nameIndex = openIndex(access, suggestionIndexOf(alias), timeoutMs);

  const isEmpty = async (signal: AbortSignal): Promise<boolean> =>
    (await index.ask(countBody(), signal)).total === 0;

  /** Returns undefined while no shard answers, as in an index that was lost and is created again. */
  const findNames = async (
    { types, ...typed }: NonNullable<EngineQuery['suggested']>,
    signal: AbortSignal,
  ): Promise<FoundName[] | undefined> => {
    try {
      const answers = await Promise.all(
        types.map((type) => nameIndex.ask<SuggestionDocument>(namesBody(type, typed), signal)),
      );
      return answers.flatMap(({ documents }) => documents.map(toFoundName));
    } catch (error) {
      if (statusOf(error) === 503) return undefined;
      throw error;
    }
  };

  /** If a shard left values out, counts again with all values: that costs more, but few searches need it. */
  const countFacets = async (
    query: EngineQuery,
    first: FacetAnswer,
    signal: AbortSignal,
  ): Promise<EnginePage['facets']> => {
    const { facets } = query;
    if (!facets) return undefined;
    const names = listInexact(first);
    if (names.length === 0) return { counts: readFacetAnswer(facets, first), isExact: true };
    const again = { ...query, facets: { ...facets, names }, offset: 0, limit: 0 };
    const answer = await index.ask(searchBody(again, WHOLE_SHARD_SIZE), signal);
    const counts = readFacetAnswer(facets, { ...first, ...answer.facets });
    return { counts, isExact: listInexact(answer.facets).length === 0 };
  };

  const find = async (query: EngineQuery, signal: AbortSignal): Promise<EnginePage | undefined> => {
    const { suggested } = query;
    const [answer, names] = await Promise.all([
      index.ask<LabelledDocument>(searchBody(query, FIRST_SHARD_SIZE), signal),
      suggested && findNames(suggested, signal),
    ]);
    // Searches do not need the names, so this is no failure of the engine.
    if (suggested && !names) return handOver(query, 'failed');
    // An empty or unfilled index also finds nothing.
    if (answer.total === 0 && (await isEmpty(signal))) return handOver(query, 'empty');
    const facets = await countFacets(query, answer.facets, signal);
    return { ...readPage(query, answer), ...(names && { names }), ...(facets && { facets }) };
  };

  return {
    name: 'opensearch',
    async search(query, signal) {
      const { order, offset, limit, typed } = query;
      if (typed === undefined && (order === '-updated' || order === '-created'))
        return handOver(query, 'order');
      if (offset + limit > MAX_RESULT_WINDOW) return handOver(query, 'deep');
      try {
        return await find(query, signal);
      } catch (error) {
        if (error instanceof MissingIndexError) return handOver(query, 'empty');
        if (error instanceof OtherVersionError) return handOver(query, 'other_version');
        throw error;
      }
    },
    check: () => index.check(),
    close() {
      index.close();
      nameIndex.close();
    },
  };
}

function handOver(query: EngineQuery, reason: HandOverReason): undefined {
  query.noteHandOver?.(reason);
}

function readPage({ text, typed }: EngineQuery, answer: IndexAnswer<LabelledDocument>): EnginePage {
  const { total } = answer;
  const fields = typed === undefined ? SHOWN_FIELDS : LABELLED_FIELDS;
  const documents = answer.documents.map((document) => chooseFields(document, fields));
  return {
    items:
      text && typed === undefined
        ? withScores(text, documents)
        : documents.map((document) => ({ ...document, score: null })),
    total,
    isTotalExact: true,
    isSettled: typed === undefined || documents.length === total,
    foundBy: { engine: 'opensearch' },
  };
}

/** Returns these fields in their order, which OpenSearch does not keep. */
function chooseFields(
  source: LabelledDocument,
  fields: readonly (keyof LabelledDocument)[],
): LabelledDocument {
  const chosen = fields.filter((field) => field in source);
  return Object.fromEntries(chosen.map((field) => [field, source[field]])) as unknown as ShownDocument;
}

function withScores(text: string, documents: ShownDocument[]): ProductSummary[] {
  const trigrams = queryTrigrams(text);
  return documents.map((document) => ({
    ...document,
    score: wordSimilarity(trigrams, foldText(document.name)),
  }));
}
