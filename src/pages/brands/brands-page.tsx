import { Paging } from '../layout/paging.tsx';
import { pagedAddress, refusePastEnd } from '../layout/product-pages.tsx';
import type { PageRoute } from '../page.ts';

const SIZE = '100';

/** All brands by name. With `name` it leads to that brand, where there is one. */
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
          <ul class="columns">
            {items.map(({ slug, name: brandName, product_count: count }) => (
              <li key={slug}>
                <a href={`/brand/${encodeURIComponent(slug)}`}>
                  <bdi>{brandName}</bdi>
                </a>{' '}
                <span class="faint">{number(count)}</span>
              </li>
            ))}
          </ul>
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
