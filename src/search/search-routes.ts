import { listNames } from '../catalog/products/product-names-store.ts';
import { findLanguage } from '../catalog/products/shown-language.ts';
import type { Db } from '../platform/db/client.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../catalog/products/wanted-languages.ts';
import { route, type Route } from '../platform/http/route.ts';
import { explainItems } from './explain/explain-items.ts';
import {
  searchPagePartSchema,
  searchPageSchema,
  searchQuerySchema,
  summaryFields,
  type ProductSummary,
  type ShownSummary,
} from './search-contract.ts';
import type { SearchProducts } from './search-products.ts';
import { DEEPEST_RESULT, QUALITY_BASE, SIMILARITY_THRESHOLD } from './search-limits.ts';

export function searchRoutes(deps: { db: Db; searchProducts: SearchProducts }): Route[] {
  return [
    route({
      method: 'get',
      path: '/products/search',
      operationId: 'searchProducts',
      tag: 'Search',
      summary: 'Search products by name or barcode',
      description:
        'Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it, or when ' +
        `the word similarity of \`q\` and the name is at least ${SIMILARITY_THRESHOLD}. Ordered by similarity × ` +
        `(${QUALITY_BASE} + quality_score). ` +
        `With \`q\`, page × size is at most ${DEEPEST_RESULT}; without it every page can be read. ` +
        '`explain=true` adds an `explanation` to each item and to the answer.',
      query: searchQuerySchema,
      response: searchPageSchema,
      part: searchPagePartSchema,
      headers: LANGUAGE_HEADERS,
      handler: async ({ query, headers, signal, caller, address }) => {
        const page = await deps.searchProducts(
          query,
          signal,
          caller?.kind === 'key' ? caller.accountId : address,
        );
        const shown = await showNames(deps.db, page.items, readWantedLanguages(query.lang, headers));
        const items = shown.map((item) => summaryFields.pick(item, query.fields));
        if (!page.explanation) return { ...page, items };
        const shownNames = shown.map(({ name }) => name);
        const explained = await explainItems(deps.db, page.explanation, page.items, shownNames);
        return {
          ...page,
          items: items.map((item, i) => ({ ...item, explanation: explained[i]?.explanation })),
        };
      },
    }),
  ];
}

/**
 * Returns the items with names in the requested languages, where the product has them. This is one more read, only if
 * languages were requested. Without Postgres the items keep their searched names, so that the search still answers.
 */
async function showNames(
  db: Db,
  items: readonly ProductSummary[],
  wanted: readonly string[],
): Promise<ShownSummary[]> {
  if (wanted.length === 0 || items.length === 0) return items.map((item) => ({ ...item, name_lang: null }));
  const ids = items.map(({ id }) => id);
  const names = await listNames(db, ids).catch((): Awaited<ReturnType<typeof listNames>> => new Map());
  return items.map((item) => {
    const known = names.get(item.id);
    const lang = findLanguage(wanted, known?.names ?? {});
    if (lang === undefined) return { ...item, name_lang: known?.lang ?? null };
    return { ...item, name: known?.names[lang] ?? item.name, name_lang: lang };
  });
}
