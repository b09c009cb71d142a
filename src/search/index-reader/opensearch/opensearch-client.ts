import { errors } from '@opensearch-project/opensearch';
import { createOpenSearch, type OpenSearchAccess } from '../../../index/opensearch/opensearch.ts';
import { INDEX_VERSION } from '../../../index/search-index.ts';
import { CHECK_MS, SILENCE_MS } from '../../search-limits.ts';
import { OtherVersionError, SHOWN, type FoundDocument, type IndexClient } from '../index-reader.ts';
import { renderQuery } from './render-query.ts';

interface Answer {
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { total?: { value: number; relation: string }; hits?: { _source: FoundDocument }[] };
}

/** OpenSearch, one cluster of any number of nodes and shards. It filters and sorts; its scores have no part in it. */
export function createOpenSearchClient(
  access: OpenSearchAccess,
  alias: string,
  timeoutMs = SILENCE_MS,
): IndexClient {
  // A second node within the time that a search has, and a third.
  const client = createOpenSearch(access, timeoutMs, 2);
  const path = `/${encodeURIComponent(alias)}/_search`;
  return {
    name: 'opensearch',
    async find({ where, without, isSorted, offset, limit }, signal) {
      signal.throwIfAborted();
      const request = client.transport.request({
        method: 'POST',
        path,
        querystring: { allow_partial_search_results: false },
        body: {
          query: renderQuery(where, without),
          // Otherwise none: with no documents to give back, an index without unmapped fields refuses `_doc`.
          ...(isSorted && { sort: [{ quality_score: 'desc' }, { id: 'asc' }] }),
          from: offset,
          size: limit,
          track_total_hits: true,
          timeout: `${timeoutMs}ms`,
          _source: SHOWN,
        },
      });
      // What a listener gives back is waited for, and what that fails with ends the process.
      const giveUp = () => {
        request.abort();
      };
      signal.addEventListener('abort', giveUp);
      try {
        return readAnswer((await request).body as Answer);
      } catch (error) {
        if (isMissing(error)) return { documents: [], total: 0 };
        if (isOtherVersion(error)) {
          throw new OtherVersionError('the index is of another release', { cause: error });
        }
        throw error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
    async check() {
      const { body } = await client.indices.existsAlias({ name: alias }, { requestTimeout: CHECK_MS });
      if (!body) throw new Error(`OpenSearch has no index ${alias}`);
    },
    close: () => void client.close().catch(() => undefined),
  };
}

/** What lacks a part, or was found in some shards only, would look like a search that found nothing. */
function readAnswer({ timed_out: isLate, _shards: shards, hits }: Answer): {
  documents: FoundDocument[];
  total: number;
} {
  const { total, hits: found } = hits ?? {};
  if (isLate !== false || shards?.failed !== 0 || total?.relation !== 'eq' || !Array.isArray(found)) {
    const { failed } = shards ?? {};
    throw new Error(`OpenSearch answered in part: late ${isLate}, failed shards ${failed}`);
  }
  const documents = found.map(({ _source: source }) => inOrder(source));
  return { documents, total: total.value };
}

/** OpenSearch gives the fields in an order of its own, and answers show them in ours. */
function inOrder(source: FoundDocument): FoundDocument {
  const { id, gtin, name, brand, category_path, country_of_origin, quality_score } = source;
  return { id, gtin, name, brand, category_path, country_of_origin, quality_score };
}

function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

function isOtherVersion(error: unknown): boolean {
  return (
    error instanceof errors.ResponseError &&
    error.statusCode === 400 &&
    JSON.stringify(error.body).includes(`field with name [${INDEX_VERSION}]`)
  );
}
