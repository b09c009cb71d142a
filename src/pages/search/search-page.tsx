import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { compactCode } from '../../facts/values/gtin.ts';
import { foldText, wordsOf } from '../../platform/text/fold-text.ts';
import { DEEPEST_ORDERED, DEEPEST_RESULT } from '../../search/search-limits.ts';
import type { ShownPage } from '../../search/search-contract.ts';
import { Paging } from '../layout/paging.tsx';
import { LISTED_FIELDS, ProductList } from '../layout/product-list.tsx';
import type { PageRoute } from '../page.ts';
import { findByCode } from '../product/product-pages.tsx';
import { languageHeader } from '../texts/find-language.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { BesideFacets, NarrowButton, PANEL_ASSETS, panelFacets } from './facet-panel.tsx';
import { Meant } from './meant.tsx';
import { NothingFound } from './nothing-found.tsx';
import { readQuestion, searchAddress, toApiQuery, type SearchQuestion } from './search-question.ts';
import { readWishes } from './read-wishes.ts';

export const searchPage: PageRoute = {
  method: 'get',
  path: '/search',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const question = readQuestion(request.query);
    const [text = ''] = question['q'] ?? [];
    const understood = readWishes(question);
    if (understood) return { status: 303, location: searchAddress(understood) };
    const code = readCode(text);
    const product = code === undefined ? undefined : await findByCode(ask, code);
    if (product) return { status: 303, location: pageAddressOf(product) };
    const [found, tree] = await Promise.all([
      ask('searchProducts', {
        query: {
          ...toApiQuery(question),
          in: 'all',
          highlight: 'true',
          fields: LISTED_FIELDS,
          ...panelFacets(question),
        },
        headers: languageHeader(texts.language),
      }),
      ask('getCategoryTree', { query: { lang: texts.language } }),
    ]);
    // The code's page explains it, and links to the form that adds the product.
    if (code !== undefined && found.total === 0) return { status: 303, location: `/product/${code}` };
    const title = text === '' ? t('search.everything') : t('search.title', { text });
    const count = { count: found.total, shown: number(found.total) };
    return {
      title,
      searched: text,
      ...PANEL_ASSETS,
      body: (
        <BesideFacets question={question} found={found} tree={tree.items} texts={texts}>
          <h1>{title}</h1>
          <p class="faint" role="status">
            {found.total_is_exact || found.total === 0
              ? t('layout.products', count)
              : t('search.about', count)}
            {isForgiven(text, found) && ` · ${t('search.forgiven')}`}
          </p>
          <Meant text={text} question={question} brands={found.facets?.brand?.values ?? []} texts={texts} />
          <NarrowButton total={found.total} texts={texts} />
          <ChosenFilters question={question} facets={found.facets ?? {}} texts={texts} />
          {found.items.length === 0 ? (
            <NothingFound question={question} tree={tree.items} texts={texts} />
          ) : (
            <ProductList items={found.items} isOnTop texts={texts} />
          )}
          <Paging
            page={found.page}
            pages={countPages(question, found)}
            addressOf={(page) => searchAddress({ ...question, page: [String(page)] })}
            texts={texts}
          />
        </BesideFacets>
      ),
    };
  },
};

/** Returns the digits of a text that is a barcode, as printed, typed or pasted. */
function readCode(text: string): string | undefined {
  const digits = compactCode(text);
  return /^(\d{8}|\d{12,14})$/.test(digits) ? digits : undefined;
}

/** Returns the number of reachable pages: the API refuses deeper ones. */
function countPages(question: SearchQuestion, { total, size }: ShownPage): number {
  const { q, sort } = question;
  const deepest = q ? DEEPEST_RESULT : sort ? DEEPEST_ORDERED : Infinity;
  return Math.ceil(Math.min(total, deepest) / size);
}

/**
 * Returns whether no product on the page has every typed word in its name or brand, whole or as a part of a longer word: then
 * the page shows the closest ones.
 */
function isForgiven(text: string, { items }: ShownPage): boolean {
  const words = wordsOf(foldText(text));
  const hasAll = (label: string) => {
    const folded = foldText(label);
    return words.every((word) => folded.includes(word));
  };
  return (
    items.length > 0 &&
    items.every(
      ({ name, brand, score, matched }) =>
        score !== null && matched !== 'barcode' && matched !== 'category' && !hasAll(`${name} ${brand}`),
    )
  );
}
