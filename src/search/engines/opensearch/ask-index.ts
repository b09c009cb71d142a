import { errors } from '@opensearch-project/opensearch';
import { createOpenSearch, type OpenSearchAccess } from '../../../index/opensearch/opensearch.ts';
import { INDEX_VERSION } from '../../../index/search-index.ts';
import type { ProductSummary } from '../../search-contract.ts';
import { CHECK_MS } from '../../search-limits.ts';
import type { FacetAnswer } from './facet-aggregations.ts';

export type FoundDocument = Omit<ProductSummary, 'score'>;

export interface IndexAnswer {
  documents: FoundDocument[];
  total: number;
  facets: FacetAnswer;
}

/** There is no index of this name. */
export class MissingIndexError extends Error {}

/** The index is not one that this release searches: see `INDEX_VERSION`. */
export class OtherVersionError extends Error {}

interface Answer {
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { total?: { value: number; relation: string }; hits?: { _source: FoundDocument }[] };
  aggregations?: FacetAnswer;
}

/** The live index of a cluster of any number of nodes and shards. */
export interface OpenSearchIndex {
  /**
   * @throws {MissingIndexError}
   * @throws {OtherVersionError}
   * @throws {Error} when OpenSearch refuses, fails, answers for a part of the shards, or takes longer than `timeoutMs`
   */
  ask(body: object, timeoutMs: number, signal: AbortSignal): Promise<IndexAnswer>;
  /** Rejects when OpenSearch does not answer, or has no such index. */
  check(): Promise<void>;
  close(): void;
}

/** Requests to another node after one has failed. */
const RETRIES = 2;

export function openIndex(access: OpenSearchAccess, alias: string, timeoutMs: number): OpenSearchIndex {
  const client = createOpenSearch(access, timeoutMs, RETRIES);
  const path = `/${encodeURIComponent(alias)}/_search`;
  return {
    async ask(body, limitMs, signal) {
      signal.throwIfAborted();
      const request = client.transport.request(
        {
          method: 'POST',
          path,
          querystring: { allow_partial_search_results: false },
          body: { ...body, timeout: `${limitMs}ms` },
        },
        { requestTimeout: limitMs },
      );
      // Without a result: the event target would leave its rejection to nobody.
      const abort = (): void => {
        request.abort();
      };
      signal.addEventListener('abort', abort);
      try {
        return readAnswer((await request).body as Answer);
      } catch (error) {
        throw explain(error);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async check() {
      const { body } = await client.indices.existsAlias({ name: alias }, { requestTimeout: CHECK_MS });
      if (!body) throw new MissingIndexError(`OpenSearch has no index ${alias}`);
    },
    close: () => void client.close().catch(() => undefined),
  };
}

/** An answer without a shard, or of a shard that ran out of time, would look like a search that found less. */
function readAnswer({ timed_out: isLate, _shards: shards, hits, aggregations = {} }: Answer): IndexAnswer {
  const { total, hits: found } = hits ?? {};
  if (isLate !== false || shards?.failed !== 0 || total?.relation !== 'eq' || !Array.isArray(found)) {
    throw new Error(`OpenSearch answered in part: late ${isLate}, failed shards ${shards?.failed}`);
  }
  const documents = found.map(({ _source: source }) => inShownOrder(source));
  return { documents, total: total.value, facets: aggregations };
}

/** OpenSearch gives the fields in an order of its own. */
function inShownOrder(source: FoundDocument): FoundDocument {
  const { id, gtin, name, brand, category_path, country_of_origin, quality_score } = source;
  return { id, gtin, name, brand, category_path, country_of_origin, quality_score };
}

function explain(error: unknown): unknown {
  if (!(error instanceof errors.ResponseError)) return error;
  if (error.statusCode === 404) return new MissingIndexError('there is no index', { cause: error });
  const isUnknownField = JSON.stringify(error.body).includes(`field with name [${INDEX_VERSION}]`);
  if (error.statusCode !== 400 || !isUnknownField) return error;
  return new OtherVersionError('the index is of another release', { cause: error });
}
