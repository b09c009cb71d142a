import type { NameLanguage } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { listNamesOfValues } from '../facets/facet-name-store.ts';
import type { ShownSuggestion, Suggestion } from './suggest-contract.ts';

/**
 * Returns the suggestions with category names in the language. Reads only for languages other than English. If
 * Postgres is unavailable, the names are English, so that suggestions still work.
 */
export async function nameSuggestions(
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
