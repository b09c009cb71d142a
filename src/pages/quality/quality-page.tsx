import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import type { Calls } from '../../endpoints.ts';
import { FACT_LIST } from '../../facts/registry/fact-list.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { Quality } from '../layout/product-list.tsx';
import type { PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { nameNutriment } from '../product/facts/nutriment-text.ts';

type Part = Calls['getQuality']['answer']['parts'][number];

const LABELS = new Map<string, string>(FACT_LIST.map(({ field, label }) => [field, label]));

/** How the score of a product's data comes about: what is there, and what is missing, each with its form. */
export const qualityPage: PageRoute = {
  method: 'get',
  path: '/product/id/:id/quality',
  async show({ request, ask, texts }) {
    const { t } = texts;
    const product = await ask('getProduct', { params: { id: request.params['id'] } });
    const quality = await ask('getQuality', { params: { id: product.id } });
    const { parts, failed_checks: failed } = quality;
    return {
      title: `${t('quality.title')}: ${product.name}`,
      styles: ['product.css'],
      body: (
        <article class="quality-page">
          <Breadcrumbs crumbs={[{ label: product.name, address: pageAddressOf(product) }]} texts={texts} />
          <h1>{t('quality.title')}</h1>
          <p>
            {t('layout.quality')}: <Quality score={quality.quality_score} texts={texts} />
          </p>
          <p>{t('quality.text')}</p>
          <table class="nutrition parts">
            <thead>
              <tr>
                {(['part', 'weight', 'trust', 'state'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`quality.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={part.field}>
                  <th scope="row">{namePart(part.field, texts)}</th>
                  <td>{texts.percent(part.weight)}</td>
                  <td>{part.completeness === 0 ? '–' : texts.percent(part.trust)}</td>
                  <td>
                    <State part={part} product={product} texts={texts} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {failed.length > 0 && (
            <section aria-labelledby="failed">
              <h2 id="failed">{t('quality.failed')}</h2>
              <ul lang="en">
                {failed.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
              <p>{t('quality.penalty', { points: texts.percent(quality.penalty) })}</p>
            </section>
          )}
          <p>
            <a href={`/api/v1/products/${product.id}/quality`}>{t('product.asJson')}</a>
          </p>
        </article>
      ),
    };
  },
};

/** What is missing, as a link into the form of that fact; or that all of it is there. */
function State({ part, product, texts }: { part: Part; product: Product; texts: Texts }) {
  const { t, list } = texts;
  const names = part.missing.map((name) =>
    part.field === 'nutriments' ? nameNutriment(name, texts) : namePart(part.field, texts),
  );
  const isComplete = part.completeness === 1;
  const action = isComplete ? t('quality.correct') : t('quality.add', { list: list([...new Set(names)]) });
  return (
    <>
      {isComplete && <span>{t('quality.complete')} </span>}
      <a
        href={formOf(product, part.field)}
        rel="nofollow"
        aria-label={isComplete ? `${action}: ${namePart(part.field, texts)}` : undefined}
      >
        {action}
      </a>
    </>
  );
}

function formOf({ id }: Product, field: string): string {
  return `/contribute?${new URLSearchParams({ product: id, fact: field === 'image_or_msrp' ? 'msrp' : field })}`;
}

function namePart(field: string, { t, word }: Texts): string {
  if (field === 'image_or_msrp') return t('quality.image_or_msrp');
  if (field === 'barcode') return t('quality.barcode');
  return word('facts', field, LABELS.get(field) ?? field.replaceAll('_', ' '));
}
