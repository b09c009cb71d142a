import type { Product } from '../../../catalog/products/product-contract.ts';
import type { Texts } from '../../texts/texts.ts';
import { SourceMark } from '../facts/said.tsx';
import type { FactSources } from '../facts/fact-sources.ts';

/** All sources of the product, most trusted first. */
export function Sources({
  product: { id, sources },
  factSources,
  texts: { t, percent },
}: {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">{t('product.sources')}</h2>
      {sources.length === 0 && <p class="faint">{t('product.saidByNobody')}</p>}
      <ul class="sources">
        {sources.map(({ code, name, license, trust, record_url: record }) => (
          <li key={code}>
            <SourceMark source={{ code, name }} />
            <span>
              {record === null ? (
                <bdi>{name}</bdi>
              ) : (
                <a href={record} rel="nofollow noreferrer">
                  <bdi>{name}</bdi>
                </a>
              )}{' '}
              <span class="faint">
                {[license ?? t('product.noLicense'), t('product.trust', { trust: percent(trust) })].join(
                  ' · ',
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {sources.length > 0 && factSources.hasUnknownSource && <p class="faint">{t('product.unsaid')}</p>}
      <p>
        <a href={`/api/v1/products/${id}`}>{t('product.asJson')}</a>
      </p>
    </section>
  );
}
