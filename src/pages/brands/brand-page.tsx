import { ApiError } from '../../platform/http/api-error.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { pagedAddress, ProductPages, refusePastEnd } from '../layout/product-pages.tsx';
import type { PageRoute } from '../page.ts';

export const brandPage: PageRoute = {
  method: 'get',
  path: '/brand/:slug',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const slug = request.params['slug'];
    const [brand] = (await ask('listBrands', { query: { slug } })).items;
    if (!brand) throw new ApiError('not_found', 'There is no brand with this slug.');
    const { name, product_count: count } = brand;
    const found = await ask('searchProducts', {
      query: { brand_in: brand.slug, lang: texts.language, page: request.query['page'] },
    });
    refusePastEnd(found);
    const address = `/brand/${encodeURIComponent(brand.slug)}`;
    return {
      title: name,
      description: t('brands.of', { name, count, shown: number(count) }),
      canonical: pagedAddress(address, found.page),
      body: (
        <>
          <Breadcrumbs crumbs={[{ label: t('layout.brands'), address: '/brands' }]} texts={texts} />
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <ProductPages found={found} address={address} texts={texts} />
        </>
      ),
    };
  },
};
