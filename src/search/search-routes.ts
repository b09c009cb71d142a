import { listCards, type ProductCard } from '../catalog/products/product-card-store.ts';
import { chooseThumbnail, makeAbsolute, withAbsolutePictures } from '../catalog/pictures/picture-address.ts';
import { findProducts } from '../catalog/products/product-store.ts';
import { findLanguage, showProduct } from '../catalog/products/shown-language.ts';
import type { Db } from '../platform/db/client.ts';
import { chooseNameLanguage } from '../data/names/names.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../catalog/products/wanted-languages.ts';
import { nameCaller } from '../platform/http/callers/caller.ts';
import { route } from '../platform/http/route.ts';
import type { Misses } from '../catalog/misses/miss-counter.ts';
import { withCodeNames, type NamingDependencies } from '../catalog/names/name-product-codes.ts';
import { explainItems } from './explain/explain-items.ts';
import {
  CARD_FIELDS,
  itemFields,
  searchPagePartSchema,
  searchPageSchema,
  searchQuerySchema,
  SUMMARY_FIELDS,
  type ProductSummary,
  type SearchQuery,
  type ShownItem,
} from './search-contract.ts';
import { findHighlights } from './matched-parts.ts';
import { noteSearch } from './note-search.ts';
import type { SearchProducts } from './search-products.ts';
import { DEEPEST_ORDERED, DEEPEST_RESULT, QUALITY_BASE, SIMILARITY_THRESHOLD } from './search-limits.ts';

export function searchRoutes(
  deps: NamingDependencies & { searchProducts: SearchProducts; misses?: Misses | undefined },
) {
  return [
    route('get', '/products/search', 'searchProducts', {
      tag: 'Search',
      summary: 'Search products by name or barcode',
      description:
        'Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it, or when ' +
        `the word similarity of \`q\` and the name is at least ${SIMILARITY_THRESHOLD}. Ordered by similarity × ` +
        `(${QUALITY_BASE} + quality_score). ` +
        `With \`q\`, page × size is at most ${DEEPEST_RESULT}; without it every page can be read by quality, and ` +
        `${DEEPEST_ORDERED} products in another order. ` +
        '`explain=true` adds an `explanation` to each item and to the answer, `highlight=true` the matched parts to each ' +
        'item. A search costs one call of the quota; with ' +
        `\`explain\`, or with \`fields\` of the detail, it costs one for each ${ITEMS_OF_CALL} items of \`size\` (see \`X-Quota-Cost\`).`,
      query: searchQuerySchema,
      response: searchPageSchema,
      part: searchPagePartSchema,
      headers: LANGUAGE_HEADERS,
      hasOwnCost: true,
      handler: async ({ query, headers, root, signal, setCost, ...asking }) => {
        const cost = costOf(query);
        // An ordinary search answers as before it could cost more.
        await setCost(cost, cost > 1);
        const languages = readWantedLanguages(query.lang, headers);
        const page = await deps.searchProducts(
          query,
          signal,
          nameCaller(asking),
          chooseNameLanguage(languages),
        );
        if (deps.misses) noteSearch(deps.misses, asking, query, page);
        const { fields } = query;
        const facts = (fields ?? []).filter((field) => !SUMMARY_FIELDS.includes(field));
        const shown = facts.every((field) => CARD_FIELDS.includes(field))
          ? await showCards(deps.db, page.items, languages, facts.length > 0, root)
          : await showFacts(deps.db, page.items, languages, fields, root);
        const picked = shown.map(({ item }) => itemFields.pick(item, fields));
        // Plain summaries need no further change.
        const named = fields ? await withCodeNames(deps, picked, query.lang) : picked;
        const items = query.highlight
          ? named.map((item) => ({ ...item, highlights: findHighlights(item, query.q) }))
          : named;
        if (!page.explanation) return { ...page, items };
        const found = shown.map(({ summary }) => summary);
        const shownNames = shown.map(({ item }) => item.name);
        const explained = await explainItems(deps.db, page.explanation, found, shownNames);
        return {
          ...page,
          items: items.map((item, i) => ({ ...item, explanation: explained[i]?.explanation })),
        };
      },
    }),
  ];
}

/** As many whole products as one call of the quota pays for. */
const ITEMS_OF_CALL = 8;

/** Returns how many calls a search costs. For whole products and explanations, much is read of each item. */
function costOf({ fields = [], explain = false, size }: SearchQuery): number {
  const isWhole = fields.some((field) => !SUMMARY_FIELDS.includes(field) && !CARD_FIELDS.includes(field));
  return isWhole || explain ? Math.max(1, Math.ceil(size / ITEMS_OF_CALL)) : 1;
}

interface Shown {
  summary: ProductSummary;
  item: ShownItem;
}

/**
 * Returns the items with these fields of the detail, by one read. A product that is no longer in use is dropped.
 * `score` is the search's; everything else is the current detail.
 */
async function showFacts(
  db: Db,
  summaries: readonly ProductSummary[],
  wanted: readonly string[],
  fields: readonly string[] | undefined,
  root: string,
): Promise<Shown[]> {
  const products = await findProducts(
    db,
    summaries.map(({ id }) => id),
    fields,
  );
  return summaries.flatMap((summary) => {
    const product = products.get(summary.id);
    if (!product) return [];
    const shown = showProduct(withAbsolutePictures(product, root), { languages: wanted, fields });
    const thumbnail = chooseThumbnail(shown.pictures);
    return { summary, item: { ...shown, thumbnail, score: summary.score, matched: summary.matched } };
  });
}

/**
 * Returns the items with names in the requested languages, if the product has them, and with facts for cards. This is
 * one more read, only on request. If Postgres is unavailable, the items keep their searched names, so that the search
 * still answers.
 */
async function showCards(
  db: Db,
  summaries: readonly ProductSummary[],
  wanted: readonly string[],
  hasFacts: boolean,
  root: string,
): Promise<Shown[]> {
  if ((wanted.length === 0 && !hasFacts) || summaries.length === 0)
    return summaries.map((summary) => ({ summary, item: { ...summary, name_lang: null } }));
  const ids = summaries.map(({ id }) => id);
  const cards = await listCards(db, ids).catch((): Map<string, ProductCard> => new Map());
  return summaries.map((summary) => {
    const { lang: mainLang = null, names = {}, facts = NO_FACTS } = cards.get(summary.id) ?? {};
    const lang = findLanguage(wanted, names);
    return {
      summary,
      item: {
        ...summary,
        name: (lang === undefined ? undefined : names[lang]) ?? summary.name,
        name_lang: lang ?? mainLang,
        ...(hasFacts && { ...facts, thumbnail: makeAbsolute(facts.thumbnail, root) }),
      },
    };
  });
}

const NO_FACTS = { nutri_score: null, net_content_value: null, net_content_unit: null, thumbnail: null };
