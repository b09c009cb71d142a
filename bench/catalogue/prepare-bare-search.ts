import type { Servers } from '../../src/embedded/start-servers.ts';
import type { Parameters } from '../questions/draw-question.ts';
import { createMeilisearch } from '../../src/search/engines/meilisearch/meilisearch.ts';
import {
  SEARCH_INDEX,
  SHOWN_FIELDS,
  type SearchDocument,
  type ShownDocument,
} from '../../src/search/index/search-index.ts';

/** An index of the bench's own, beside the live one: the same names and brands, and Meilisearch's settings as they come. */
const BARE_INDEX = 'bench_names_and_brands';
const PAGE = 10_000;
const FILL_TIMEOUT_MS = 600_000;

export interface BareSearch {
  origin: string;
  headers: Record<string, string>;
  /** Meilisearch's own full-text search, 20 hits: of names, and of brands too for a question to all labels. */
  path: (question: Parameters) => string;
}

/** An index for Meilisearch's own search, the baseline. It is stored with the catalogue. */
export async function prepareBareSearch(
  { url, masterKey }: NonNullable<Servers['meilisearch']>,
  products: number,
): Promise<BareSearch> {
  const client = createMeilisearch({ url, apiKey: masterKey }, 60_000, 'close');
  const { indexes } = await client.getStats();
  if (indexes[BARE_INDEX]?.numberOfDocuments !== products) {
    await client.deleteIndex(BARE_INDEX).waitTask({ timeout: FILL_TIMEOUT_MS });
    await client.createIndex(BARE_INDEX, { primaryKey: 'id' });
    const names = client.index<ShownDocument>(BARE_INDEX);
    await names.updateSettings({ searchableAttributes: ['name', 'brand'] });
    for (let offset = 0; offset < products; offset += PAGE) {
      const { results } = await client
        .index<SearchDocument>(SEARCH_INDEX)
        .getDocuments({ offset, limit: PAGE, fields: [...SHOWN_FIELDS] });
      const task = names.addDocuments(results);
      if (offset + PAGE >= products) await task.waitTask({ timeout: FILL_TIMEOUT_MS });
      else await task;
    }
  }
  return {
    origin: url,
    headers: { Authorization: `Bearer ${masterKey ?? ''}`, 'Accept-Encoding': 'identity' },
    path: ({ q = '', in: mode }) => {
      const names: Parameters = mode === 'all' ? {} : { attributesToSearchOn: 'name' };
      return `/indexes/${BARE_INDEX}/search?${new URLSearchParams({ q, limit: '20', ...names }).toString()}`;
    },
  };
}
