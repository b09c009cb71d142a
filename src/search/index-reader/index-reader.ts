import { codesOfCountries } from '../../catalog/countries/country-names.ts';
import { ALLERGENS_KNOWN, type SearchDocument } from '../../index/search-index.ts';
import type { Metrics } from '../../metrics.ts';
import { inBoth } from '../exact-filters/resolve-exact-filters.ts';
import type { ProductSummary } from '../search-contract.ts';
import type { EngineFilters, SearchEngine } from '../search-engine.ts';
import { EXTENT_MS } from '../search-limits.ts';

/** What the index holds of a product, for a result. */
export type FoundDocument = Omit<ProductSummary, 'score'>;

/** The fields of a document that a result shows. */
export const SHOWN: (keyof SearchDocument)[] = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
];

/** By field: values of which a document has one. Without a list every document passes, with an empty one none. */
export type FieldFilter = Partial<Record<keyof SearchDocument, readonly string[] | undefined>>;

/** All that an engine is asked for. */
export interface DocumentQuestion {
  where: FieldFilter;
  /** Values of which a document has none. */
  without?: FieldFilter;
  /** By quality, the best first, then by id; otherwise in any order. */
  isSorted: boolean;
  offset: number;
  limit: number;
}

/** The live index of one engine. */
export interface IndexClient {
  name: Exclude<SearchEngine['name'], 'postgres'>;
  /**
   * Documents of a filter, and how many there are, to the last one; of an index that is not there none.
   * @throws {OtherVersionError} when the index is one of another release
   * @throws {Error} when the engine refuses, fails, answers with a part, or takes longer than `SILENCE_MS`
   */
  find(
    question: DocumentQuestion,
    signal: AbortSignal,
  ): Promise<{ documents: FoundDocument[]; total: number }>;
  /** Rejects when the index cannot be had. */
  check(): Promise<unknown>;
  close(): void;
}

/** The index is not one that this release searches in: see `INDEX_VERSION`. */
export class OtherVersionError extends Error {}

export interface IndexReader {
  /** Those of these documents that there are, in no order. */
  listDocuments(ids: string[], signal: AbortSignal): Promise<FoundDocument[]>;
  /** The documents that pass the filters by quality, then id, and how many they are. */
  listByQuality(
    filters: EngineFilters,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ documents: FoundDocument[]; total: number }>;
  /** Whether the index holds nothing at all, to the second. */
  isEmpty(signal: AbortSignal): Promise<boolean>;
}

/** What search asks of an index, in the terms of any engine. */
export function createIndexReader(client: IndexClient, metrics: Metrics): IndexReader {
  let extent = { at: -EXTENT_MS, isEmpty: false };

  const ask: IndexClient['find'] = async (question, signal) => {
    const answer = await client.find(question, signal);
    metrics.searchRounds.inc();
    metrics.searchDocuments.inc(answer.documents.length);
    return answer;
  };

  return {
    async listDocuments(ids, signal) {
      const question = { where: { id: ids }, isSorted: false, offset: 0, limit: ids.length };
      return (await ask(question, signal)).documents;
    },
    async listByQuality(filters, offset, limit, signal) {
      return await ask({ ...conditionsOf(filters), isSorted: true, offset, limit }, signal);
    },
    async isEmpty(signal) {
      if (performance.now() - extent.at > EXTENT_MS) {
        const { total } = await ask({ where: {}, isSorted: false, offset: 0, limit: 0 }, signal);
        extent = { at: performance.now(), isEmpty: total === 0 };
      }
      return extent.isEmpty;
    },
  };
}

function conditionsOf(filters: EngineFilters): Pick<DocumentQuestion, 'where' | 'without'> {
  const { countriesSold, withoutAllergens } = filters;
  return {
    where: {
      category_id: inBoth(filters.categoryIds, filters.kindCategoryIds),
      brand_id: filters.brandIds,
      country_of_origin: filters.countries,
      nutri_score: filters.nutriScores,
      labels: filters.labels,
      sold_in: countriesSold && codesOfCountries(countriesSold),
      allergens: withoutAllergens && [ALLERGENS_KNOWN],
    },
    without: { allergens: withoutAllergens },
  };
}
