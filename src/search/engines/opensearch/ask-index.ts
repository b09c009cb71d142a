import { errors } from '@opensearch-project/opensearch';
import { createOpenSearch, type OpenSearchAccess } from './opensearch.ts';
import { INDEX_VERSION } from '../../index/search-index.ts';
import { CHECK_MS } from '../../search-limits.ts';
import type { FacetAnswer } from './facet-aggregations.ts';
import { readHits, sendRequest, type SearchAnswer } from './search-request.ts';

export interface IndexAnswer<Document> {
  documents: Document[];
  total: number;
  facets: FacetAnswer;
}

/** OpenSearch has no index of this name. */
export class MissingIndexError extends Error {}

/** The index has another version than this release: see `INDEX_VERSION`. */
export class OtherVersionError extends Error {}

interface Answer<Document> extends SearchAnswer<Document> {
  hits?: SearchAnswer<Document>['hits'] & { total?: { value: number; relation: string } };
  aggregations?: FacetAnswer;
}

/** The live index of a cluster of any number of nodes and shards. */
interface OpenSearchIndex {
  /**
   * @throws {MissingIndexError}
   * @throws {OtherVersionError}
   * @throws {Error} when OpenSearch refuses, fails, answers for only some shards, or takes longer than `timeoutMs`
   */
  ask<Document>(body: object, signal: AbortSignal): Promise<IndexAnswer<Document>>;
  /** Rejects when OpenSearch does not answer, or has no such index. */
  check(): Promise<void>;
  close(): void;
}

/** How often a failed request is sent to another node. */
const RETRIES = 2;

export function openIndex(access: OpenSearchAccess, alias: string, timeoutMs: number): OpenSearchIndex {
  const client = createOpenSearch(access, timeoutMs, RETRIES);
  const path = `/${encodeURIComponent(alias)}/_search`;
  return {
    async ask<Document>(body: object, signal: AbortSignal) {
      const params = {
        method: 'POST',
        path,
        querystring: { allow_partial_search_results: false },
        body: { ...body, timeout: `${timeoutMs}ms` },
      };
      try {
        return readAnswer((await sendRequest(client, params, signal)) as Answer<Document>);
      } catch (error) {
        throw explain(error);
      }
    },
    async check() {
      const { body } = await client.indices.existsAlias({ name: alias }, { requestTimeout: CHECK_MS });
      if (!body) throw new MissingIndexError(`OpenSearch has no index ${alias}`);
    },
    close: () => void client.close().catch(() => undefined),
  };
}

function readAnswer<Document>(answer: Answer<Document>): IndexAnswer<Document> {
  const documents = readHits(answer);
  const { hits, aggregations = {} } = answer;
  if (hits?.total?.relation !== 'eq') throw new Error('OpenSearch did not count every match');
  return { documents, total: hits.total.value, facets: aggregations };
}

function explain(error: unknown): unknown {
  if (!(error instanceof errors.ResponseError)) return error;
  if (error.statusCode === 404) return new MissingIndexError('there is no index', { cause: error });
  const isUnknownField = JSON.stringify(error.body).includes(`field with name [${INDEX_VERSION}]`);
  if (error.statusCode !== 400 || !isUnknownField) return error;
  return new OtherVersionError('the index is of another release', { cause: error });
}
