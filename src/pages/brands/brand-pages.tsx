import { Paging } from '../layout/paging.tsx';
import { pagedAddress, refusePastEnd, ProductPages } from '../layout/product-pages.tsx';
import { LISTED_FIELDS } from '../layout/product-list.tsx';
import { languageHeader } from '../texts/find-language.ts';
import type { PageRoute } from '../page.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { BesideFacets, NarrowButton, PANEL_ASSETS, panelFacets } from '../search/facet-panel.tsx';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';

const SIZE = '100';

/** All brands by name. With `name` it redirects to that brand, if it exists. */
export const brandsPage: PageRoute = {
  method: 'get',
  path: '/brands',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const { name } = request.query;
    const named = name ? await ask('listBrands', { query: { name } }) : undefined;
    const [brand] = named?.items ?? [];
    if (brand) return { status: 303, location: `/brand/${encodeURIComponent(brand.slug)}` };
    const listed = await ask('listBrands', { query: { size: SIZE, page: request.query['page'] } });
    refusePastEnd(listed);
    const { items, page, size, total } = listed;
    return {
      title: t('brands.title'),
      description: t('brands.description'),
      ...(named ? {} : { canonical: pagedAddress('/brands', page) }),
      body: (
        <>
          <h1>{t('brands.title')}</h1>
          <form class="search" action="/brands">
            <label class="unseen" for="brand-name">
              {t('brands.name')}
            </label>
            <input
              id="brand-name"
              name="name"
              type="search"
              required
              maxLength={120}
              placeholder={t('brands.name')}
              value={typeof name === 'string' ? name : ''}
            />
            <button type="submit">{t('brands.show')}</button>
          </form>
          {named && <p role="status">{t('brands.unknown')}</p>}
          <p class="faint">{t('brands.total', { count: total, shown: number(total) })}</p>
          {[...byInitial(items)].map(([initial, brands]) => (
            <section key={initial} aria-label={initial}>
              <h2 class="initial">{initial}</h2>
              <ul class="columns">
                {brands.map(({ slug, name: brandName, product_count: count }) => (
                  <li key={slug}>
                    <a href={`/brand/${encodeURIComponent(slug)}`}>
                      <bdi>{brandName}</bdi> <span class="faint">{number(count)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <Paging
            page={page}
            pages={Math.ceil(total / size)}
            addressOf={(other) => pagedAddress('/brands', other)}
            texts={texts}
          />
        </>
      ),
    };
  },
};

/** Groups brands by the letter that their names begin with, `#` for other characters. */
function byInitial<T extends { name: string }>(brands: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const brand of brands) {
    const [first = ''] = foldText(brand.name);
    const initial = /\p{L}/u.test(first) ? first.toUpperCase() : '#';
    groups.set(initial, [...(groups.get(initial) ?? []), brand]);
  }
  return groups;
}

export const brandPage: PageRoute = {
  method: 'get',
  path: '/brand/:slug',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const slug = request.params['slug'];
    const [brand] = (await ask('listBrands', { query: { slug } })).items;
    if (!brand) throw new ApiError('not_found', 'There is no brand with this slug.');
    const { name, product_count: count } = brand;
    const question = { brand_in: [brand.slug] };
    const [found, tree] = await Promise.all([
      ask('searchProducts', {
        query: {
          brand_in: brand.slug,
          fields: LISTED_FIELDS,
          page: request.query['page'],
          ...panelFacets(question),
        },
        headers: languageHeader(texts.language),
      }),
      ask('getCategoryTree', { query: { lang: texts.language } }),
    ]);
    refusePastEnd(found);
    const address = `/brand/${encodeURIComponent(brand.slug)}`;
    return {
      title: name,
      description: t('brands.of', { name, count, shown: number(count) }),
      canonical: pagedAddress(address, found.page),
      ...PANEL_ASSETS,
      body: (
        <>
          <Breadcrumbs crumbs={[{ label: t('layout.brands'), address: '/brands' }]} texts={texts} />
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <BesideFacets question={question} found={found} tree={tree.items} texts={texts}>
            <NarrowButton total={found.total} texts={texts} />
            <ProductPages found={found} address={address} texts={texts} />
          </BesideFacets>
        </>
      ),
    };
  },
};
