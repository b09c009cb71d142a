import { INDEX_VERSION } from '../../../index/search-index.ts';
import type { FieldFilter } from '../index-reader.ts';

/**
 * A filter as OpenSearch's query. It names the version of the index, which no document has: an index that does not know
 * it refuses.
 */
export function renderQuery(where: FieldFilter, without: FieldFilter = {}): object {
  const { id: ids, ...others } = where;
  return {
    bool: {
      filter: [...(ids ? [{ ids: { values: orNone(ids) } }] : []), ...renderTerms(others)],
      must_not: [{ term: { [INDEX_VERSION]: '' } }, ...renderTerms(without)],
    },
  };
}

function renderTerms(filter: FieldFilter): object[] {
  return Object.entries(filter).flatMap(([field, values]) =>
    values === undefined ? [] : [{ terms: { [field]: orNone(values) } }],
  );
}

/** With an empty list OpenSearch does not look at the index, nor refuse one of another version. Nothing is called a blank. */
function orNone(values: readonly string[]): readonly string[] {
  return values.length > 0 ? values : [' '];
}
