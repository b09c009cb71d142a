import type { PageRoute } from '../page.ts';

export const homePage: PageRoute = {
  method: 'get',
  path: '/',
  async show({ ask, texts: { t, number } }) {
    const stats = await ask('getStats');
    return {
      title: t('home.title'),
      description: t('home.description'),
      canonical: '/',
      body: (
        <>
          <h1>{t('home.title')}</h1>
          <p>{t('home.description')}</p>
          <dl class="figures">
            <div>
              <dt>{t('home.products')}</dt>
              <dd>{number(stats.products_in_use)}</dd>
            </div>
            <div>
              <dt>{t('home.brands')}</dt>
              <dd>{number(stats.brands_total)}</dd>
            </div>
            <div>
              <dt>{t('home.sources')}</dt>
              <dd>{number(stats.sources_total)}</dd>
            </div>
          </dl>
        </>
      ),
    };
  },
};
