import { makeAbsolute } from '../../catalog/pictures/picture-address.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../../catalog/products/wanted-languages.ts';
import { chooseNameLanguage, type NameLanguage } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { listNamesOfValues } from '../facets/facet-name-store.ts';
import type { Suggest } from './suggest.ts';
import {
  suggestionsSchema,
  suggestQuerySchema,
  type ShownSuggestion,
  type Suggestion,
} from './suggest-contract.ts';
import { SUGGESTIONS_PER_CALL } from '../../access/limits/limits.ts';
import { SUGGESTIONS_FRESH_S } from '../search-limits.ts';

export function suggestRoutes({ db, suggest }: { db: Db; suggest: Suggest }) {
  return [
    route('get', '/suggest', 'suggest', {
      tag: 'Search',
      summary: 'Suggest brands, categories and products for a text being typed',
      description:
        'First names that begin with `q`, then names whose words do, then names with one typo; equally near ones by the ' +
        'number of products, or as a search with `in=all` ranks products, the types in turn. Of a product the brand may ' +
        'have some of the words. Six digits or more also suggest products whose barcode has them. No type takes more than half of `size`, rounded up, while ' +
        `others match. Has its own limit, ${SUGGESTIONS_PER_CALL} times the calls per minute of the tier, and uses no quota.`,
      query: suggestQuerySchema,
      response: suggestionsSchema,
      maxAgeSeconds: SUGGESTIONS_FRESH_S,
      hasOwnLimit: true,
      headers: LANGUAGE_HEADERS,
      handler: async (input) => {
        const { lang, ...query } = input.query;
        const language = chooseNameLanguage(readWantedLanguages(lang, input.headers));
        const items = await nameSuggestions(db, await suggest(query, input), language);
        return { query: query.q, items: items.map((item) => withAbsoluteThumbnail(item, input.root)) };
      },
    }),
  ];
}

function withAbsoluteThumbnail(item: ShownSuggestion, root: string): ShownSuggestion {
  return item.type === 'product' ? { ...item, thumbnail: makeAbsolute(item.thumbnail, root) } : item;
}

/**
 * Returns the suggestions with category names in the language. Reads only for languages other than English. If
 * Postgres is unavailable, the names are English, so that suggestions still work.
 */
async function nameSuggestions(
  db: Db,
  suggestions: readonly Suggestion[],
  language: NameLanguage,
): Promise<ShownSuggestion[]> {
  const codes = suggestions.flatMap((item) => (item.type === 'category' ? [item.code] : []));
  const keys = { brand: [], category: language === 'en' ? [] : codes, kind: [] };
  const named = await listNamesOfValues(db, keys, language).catch(() => undefined);
  return suggestions.map((item) =>
    item.type === 'category' ? { ...item, name: named?.category(item.code)?.label ?? item.text } : item,
  );
}
