import type { Product } from '../../catalog/products/product-contract.ts';
import { showSpecification } from '../texts/show-specification.ts';
import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';

interface Given {
  product: Product;
  sayings: Sayings;
  texts: Texts;
}

/** What the template of its kind says of a product that is no food. */
export function Specifications({ product: { specifications }, sayings, texts }: Given) {
  if (specifications.length === 0) return null;
  return (
    <section aria-labelledby="specifications">
      <h2 id="specifications">{texts.t('product.specifications')}</h2>
      <dl class="table">
        {specifications.map((specification) => (
          <div key={specification.key}>
            <dt>{specification.label}</dt>
            <dd>
              <bdi>{showSpecification(specification, texts)}</bdi> {specification.unit}
            </dd>
          </div>
        ))}
      </dl>
      <Said field="attributes" sayings={sayings} texts={texts} />
    </section>
  );
}

export function Barcodes({ product: { barcodes }, sayings, texts }: Given) {
  const { t, regionName } = texts;
  if (barcodes.length === 0) return null;
  return (
    <section aria-labelledby="barcodes">
      <h2 id="barcodes">{t('product.barcodes')}</h2>
      <ul class="codes">
        {barcodes.map(({ gtin, type, pack_level: level, region }) => (
          <li key={gtin}>
            <code>{gtin}</code>{' '}
            <span class="faint">
              {[
                type.toUpperCase().replace('GTIN', 'GTIN-'),
                t(`product.packs.${level}`),
                ...(region === null
                  ? []
                  : [region === 'GLOBAL' ? t('product.everywhere') : regionName(region)]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Said field="barcode" sayings={sayings} texts={texts} />
    </section>
  );
}

/** For reference: nothing can be bought here. */
export function Prices({ product: { msrp }, sayings, texts }: Given) {
  const { t, money, date, regionName } = texts;
  if (msrp.length === 0) return null;
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">{t('product.prices')}</h2>
      <ul class="codes">
        {msrp.map(({ amount, currency, region, effective_date: day, source_url: address, note }) => (
          <li key={`${amount} ${currency} ${region} ${day}`}>
            <strong>{money(amount, currency)}</strong>{' '}
            <span class="faint">
              {region === 'GLOBAL' ? t('product.everywhere') : regionName(region)}
              {day !== null && ` · ${t('product.from', { day: date(day) })}`}
              {note !== null && ` · ${note}`}
            </span>
            {address !== null && (
              <>
                {' '}
                <a href={address} rel="nofollow noreferrer">
                  {t('product.priceSource')}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="faint">{t('product.pricesDisclaimer')}</p>
      <Said field="msrp" sayings={sayings} texts={texts} />
    </section>
  );
}

/** Everyone who says something of the product, the most trusted first. */
export function Sources({ product: { id, sources }, texts: { t, percent } }: Omit<Given, 'sayings'>) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">{t('product.sources')}</h2>
      <ul class="codes">
        {sources.map(({ code, name, license, trust }) => (
          <li key={code}>
            <bdi>{name}</bdi>{' '}
            <span class="faint">
              {[license ?? t('product.noLicense'), t('product.trust', { trust: percent(trust) })].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/api/v1/products/${id}`}>{t('product.asJson')}</a>
      </p>
    </section>
  );
}
