import { createMeilisearch, type MeilisearchAccess } from '../../../index/meilisearch/meilisearch.ts';
import { INDEX_VERSION } from '../../../index/search-index.ts';
import { CHECK_MS, SILENCE_MS } from '../../search-limits.ts';
import { OtherVersionError, SHOWN, type FoundDocument, type IndexClient } from '../index-reader.ts';
import { createMultiSearch } from './multi-search.ts';
import { isUnknownAttribute, onlyWhereKnown, renderFilter } from './render-filter.ts';

/** Meilisearch, which filters and sorts; its own ranking has no part in it. */
export function createMeilisearchClient(
  access: MeilisearchAccess,
  indexUid: string,
  timeoutMs = SILENCE_MS,
): IndexClient {
  const client = createMultiSearch(access, timeoutMs);
  return {
    name: 'meilisearch',
    async find({ where, without, isSorted, offset, limit }, signal) {
      const search = {
        indexUid,
        filter: onlyWhereKnown(INDEX_VERSION, renderFilter(where, without)),
        sort: isSorted ? ['quality_score:desc', 'id:asc'] : [],
        offset,
        limit,
        attributesToRetrieve: SHOWN,
      };
      const [answer] = await client.search<FoundDocument>([search], signal).catch((error: unknown) => {
        if (!isUnknownAttribute(error, INDEX_VERSION)) throw error;
        throw new OtherVersionError('the index is of another release', { cause: error });
      });
      return { documents: answer?.hits ?? [], total: answer?.estimatedTotalHits ?? 0 };
    },
    check: () => createMeilisearch(access, CHECK_MS).index(indexUid).getStats(),
    close: () => client.close(),
  };
}
