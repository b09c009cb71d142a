import type { Product } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { DEEPEST_ORDERED, DEEPEST_RESULT } from '../../search/search-limits.ts';
import type { ShownPage } from '../../search/search-contract.ts';
import type { Ask } from '../ask.ts';
import { Paging } from '../layout/paging.tsx';
import { ProductList } from '../layout/product-list.tsx';
import type { PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import {
  FacetForm,
  labelOfCode,
  labelOfValue,
  listUncounted,
  SHOWN_FACETS,
  UNCOUNTED,
} from './facet-form.tsx';
import { readQuestion, searchAddress, toApiQuery, type SearchQuestion } from './search-question.ts';
import type { Facets } from '../../search/facets/facets-contract.ts';

const FACET_SIZE = '10';

export const searchPage: PageRoute = {
  method: 'get',
  path: '/search',
  async show({ request, ask, texts }) {
    const { t, number } = texts;
    const question = readQuestion(request.query);
    const [text = ''] = question['q'] ?? [];
    const code = readCode(text);
    const product = code === undefined ? undefined : await findByCode(ask, code);
    if (product) return { status: 303, location: pageAddressOf(product) };
    const found = await ask('searchProducts', {
      query: {
        ...toApiQuery(question),
        lang: texts.language,
        facets: Object.keys(SHOWN_FACETS).join(','),
        facet_size: FACET_SIZE,
      },
    });
    // Its page says what the code is, and links to the form that adds the product.
    if (code !== undefined && found.total === 0) return { status: 303, location: `/product/${code}` };
    const title = text === '' ? t('search.everything') : t('search.title', { text });
    const facets = found.facets ?? {};
    const count = { count: found.total, shown: number(found.total) };
    return {
      title,
      searched: text,
      body: (
        <>
          <h1>{title}</h1>
          <p class="faint" role="status">
            {found.total_is_exact ? t('layout.products', count) : t('search.about', count)}
          </p>
          <p class="to-facets">
            <a href="#narrow">{t('search.narrow')}</a>
          </p>
          <ChosenFilters question={question} facets={facets} texts={texts} />
          <div class="beside">
            <section aria-label={t('search.results')}>
              {found.items.length === 0 ? (
                <NothingFound texts={texts} />
              ) : (
                <ProductList items={found.items} texts={texts} />
              )}
              <Paging
                page={found.page}
                pages={countPages(question, found)}
                addressOf={(page) => searchAddress({ ...question, page: [String(page)] })}
                texts={texts}
              />
            </section>
            <section id="narrow" aria-labelledby="narrow-title">
              <h2 id="narrow-title">{t('search.narrow')}</h2>
              <FacetForm question={question} facets={facets} texts={texts} />
            </section>
          </div>
        </>
      ),
    };
  },
};

/** A text that is the digits of a barcode, as they are printed or with blanks between them. */
function readCode(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^(\d{8}|\d{12,14})$/.test(digits) ? digits : undefined;
}

async function findByCode(ask: Ask, gtin: string): Promise<Product | undefined> {
  try {
    return await ask('getProductByBarcode', { params: { gtin } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Pages that can be read: those further behind are refused. */
function countPages(question: SearchQuestion, { total, size }: ShownPage): number {
  const { q, sort } = question;
  const deepest = q ? DEEPEST_RESULT : sort ? DEEPEST_ORDERED : Infinity;
  return Math.ceil(Math.min(total, deepest) / size);
}

function NothingFound({ texts: { t } }: { texts: Texts }) {
  return (
    <div class="card">
      <h2>{t('search.nothing.title')}</h2>
      <p>{t('search.nothing.text')}</p>
      <p>
        <a class="button" href="/contribute">
          {t('search.nothing.add')}
        </a>{' '}
        <a href="/scan">{t('layout.scan')}</a>
      </p>
    </div>
  );
}

/** What a search is narrowed by: each leads to the search without it. */
function ChosenFilters({
  question,
  facets,
  texts,
}: {
  question: SearchQuestion;
  facets: Facets;
  texts: Texts;
}) {
  const { page: _page, ...asked } = question;
  const chosen = (Object.keys(SHOWN_FACETS) as (keyof typeof SHOWN_FACETS)[]).flatMap((name) =>
    (facets[name]?.values ?? [])
      .filter(({ selected }) => selected)
      .map((item) => {
        const parameter = SHOWN_FACETS[name];
        const values = (question[parameter] ?? []).flatMap((value) => value.split(','));
        const others = values.filter((value) => value !== item.value);
        // One that was asked for in another spelling, as by the code of a country, goes with all.
        const left = others.length < values.length ? others : [];
        const { [parameter]: _removed, ...rest } = asked;
        return {
          key: `${name} ${item.value}`,
          label: labelOfValue(name, item),
          address: searchAddress(left.length > 0 ? { ...rest, [parameter]: left } : rest),
        };
      }),
  );
  for (const name of Object.keys(UNCOUNTED) as (keyof typeof UNCOUNTED)[]) {
    const { parameter } = UNCOUNTED[name];
    const values = listUncounted(name, question);
    for (const value of values) {
      const { [parameter]: _removed, ...rest } = asked;
      const left = values.filter((other) => other !== value);
      chosen.push({
        key: `${name} ${value}`,
        label: `${texts.t(`search.facets.${name}`)} ${labelOfCode(value, texts)}`,
        address: searchAddress(left.length > 0 ? { ...rest, [parameter]: left } : rest),
      });
    }
  }
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label={texts.t('search.chosen')}>
      {chosen.map(({ key, label, address }) => (
        <li key={key}>
          <a href={address}>
            <span class="unseen">{texts.t('search.without')} </span>
            <bdi>{label}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
