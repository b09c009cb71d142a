import type { PageRoute } from '../page.ts';
import { CategoryLinks } from './category-links.tsx';
import { listFilled } from './find-trail.ts';

/** Categories below a root at the most: the others are on its own page. */
const MOST_BELOW = 24;

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
              <h2>
                <a href={`/category/${code}`}>{name}</a> <span class="faint">{number(count)}</span>
              </h2>
              <CategoryLinks nodes={listFilled(children).slice(0, MOST_BELOW)} texts={texts} />
            </section>
          ))}
        </>
      ),
    };
  },
};
