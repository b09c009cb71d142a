import { ApiError } from '../../platform/http/api-error.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { pagedAddress, ProductPages, refusePastEnd } from '../layout/product-pages.tsx';
import { iconOf } from '../layout/category-icon.ts';
import { LISTED_FIELDS } from '../layout/product-list.tsx';
import { languageHeader } from '../texts/find-language.ts';
import type { PageRoute } from '../page.ts';
import { BesideFacets, NarrowButton, PANEL_ASSETS, panelFacets } from '../search/facet-panel.tsx';
import { CategoryLinks } from './category-links.tsx';
import { crumbOf, findTrail, listFilled } from './find-trail.ts';

/** The most sub-categories to list: a longer list helps no reader. */
const MOST_BELOW = 60;

export const categoryPage: PageRoute = {
  method: 'get',
  path: '/category/:code',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const { items } = await ask('getCategoryTree', { query: { lang: texts.language } });
    const trail = findTrail(items, String(request.params['code']));
    const category = trail.at(-1);
    if (!category) throw new ApiError('not_found', 'There is no category with this code.');
    const { code, name, path, product_count: count } = category;
    const question = { category_in: [code] };
    const found = await ask('searchProducts', {
      query: {
        category_in: code,
        fields: LISTED_FIELDS,
        page: request.query['page'],
        ...panelFacets(question),
      },
      headers: languageHeader(texts.language),
    });
    refusePastEnd(found);
    const address = `/category/${code}`;
    const below = listFilled(category.children).slice(0, MOST_BELOW);
    return {
      title: name,
      description: t('categories.of', { name, count, shown: number(count) }),
      canonical: pagedAddress(address, found.page),
      ...PANEL_ASSETS,
      body: (
        <>
          <Breadcrumbs
            crumbs={[
              { label: t('layout.categories'), address: '/categories' },
              ...trail.slice(0, -1).map(crumbOf),
            ]}
            texts={texts}
          />
          <div class="head">
            <span class={`icon icon-${iconOf(path)}`} />
            <h1>{name}</h1>
          </div>
          {below.length > 0 && <CategoryLinks nodes={below} texts={texts} />}
          <BesideFacets question={question} found={found} tree={items} texts={texts}>
            <NarrowButton total={found.total} texts={texts} />
            <ProductPages found={found} address={address} texts={texts} />
          </BesideFacets>
        </>
      ),
    };
  },
};

/** The most categories below a root; the others are on the root's own page. */
const MOST_BELOW_ROOT = 24;

export const categoriesPage: PageRoute = {
  method: 'get',
  path: '/categories',
  async show({ ask, texts }) {
    const { t, number } = texts;
    const { items } = await ask('getCategoryTree', { query: { lang: texts.language } });
    return {
      title: t('categories.title'),
      description: t('categories.description'),
      canonical: '/categories',
      body: (
        <>
          <h1>{t('categories.title')}</h1>
          {listFilled(items).map(({ code, name, product_count: count, children }) => (
            <section key={code}>
              <h2 class="root">
                <span class={`icon icon-${iconOf(code)}`} />
                <a href={`/category/${code}`}>{name}</a> <span class="faint">{number(count)}</span>
              </h2>
              <CategoryLinks nodes={listFilled(children).slice(0, MOST_BELOW_ROOT)} hasIcons texts={texts} />
            </section>
          ))}
        </>
      ),
    };
  },
};
