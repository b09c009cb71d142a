import { CategoryLinks } from '../categories/category-links.tsx';
import { listFilled } from '../categories/find-trail.ts';
import { LISTED_FIELDS, ProductList, type ListedProduct } from '../layout/product-list.tsx';
import { SearchField } from '../layout/search-field.tsx';
import { languageHeader } from '../texts/find-language.ts';
import type { PageRoute } from '../page.ts';
import { ApiExample } from './api-example.tsx';
import { Shelf, TryThese } from './hero.tsx';

const CATEGORIES = 12;
const PRODUCTS = 12;

export const homePage: PageRoute = {
  method: 'get',
  path: '/',
  async show({ ask, texts, root }) {
    const { t, number } = texts;
    const [stats, tree, best] = await Promise.all([
      ask('getStats'),
      ask('getCategoryTree', { query: { lang: texts.language } }),
      ask('searchProducts', {
        query: { size: String(2 * PRODUCTS), fields: LISTED_FIELDS },
        headers: languageHeader(texts.language),
      }),
    ]);
    // Roots with sub-categories are too wide to choose from.
    const categories = listFilled(
      tree.items.flatMap((top) => (top.children.length > 0 ? top.children : [top])),
    );
    const items: readonly ListedProduct[] = best.items;
    // Of a product without a picture, much is missing.
    const shown = items.filter(({ thumbnail }) => thumbnail).slice(0, PRODUCTS);
    const figures = [
      [t('home.products'), stats.products_in_use],
      [t('home.brands'), stats.brands_total],
      [t('home.barcodes'), stats.barcodes_total],
      [t('home.sources'), stats.sources_total],
    ] as const;
    return {
      title: t('home.title'),
      description: t('home.description'),
      canonical: '/',
      hasOwnSearch: true,
      styles: ['home.css'],
      body: (
        <>
          <section class="hero">
            <div>
              <h1>{t('home.title')}</h1>
              <p>{t('home.description')}</p>
              <SearchField texts={texts} />
              <TryThese items={best.items} texts={texts} />
              <p>
                <a class="button quiet" href="/scan">
                  {t('home.scan')}
                </a>
              </p>
            </div>
            <Shelf />
          </section>
          <dl class="figures">
            {figures.map(([label, figure]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{number(figure)}</dd>
              </div>
            ))}
          </dl>
          {categories.length > 0 && (
            <section aria-labelledby="categories">
              <h2 id="categories">{t('layout.categories')}</h2>
              <CategoryLinks nodes={categories.slice(0, CATEGORIES)} hasIcons texts={texts} />
              <p>
                <a href="/categories">{t('home.allCategories')}</a>
              </p>
            </section>
          )}
          {shown.length > 0 && (
            <section aria-labelledby="best">
              <h2 id="best">{t('home.best')}</h2>
              <ProductList items={shown} texts={texts} />
            </section>
          )}
          <div class="pair">
            <ApiExample items={best.items} root={root} texts={texts} />
            <section class="call" aria-labelledby="call">
              <span class="icon icon-box" />
              <h2 id="call">{t('home.missing')}</h2>
              <p>{t('home.missingText')}</p>
              <p class="buttons">
                <a class="button" href="/contribute">
                  {t('search.nothing.add')}
                </a>
                <a class="button plain" href="/scan">
                  {t('home.scan')}
                </a>
              </p>
            </section>
          </div>
        </>
      ),
    };
  },
};
