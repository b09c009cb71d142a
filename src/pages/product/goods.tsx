import type { Product } from '../../catalog/products/product-contract.ts';
import { showSpecification } from '../texts/show-specification.ts';
import type { Texts } from '../texts/texts.ts';
import { drawBarcode } from '../../catalog/barcodes/draw-barcode.ts';
import { SourceMark } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';
import { SectionHead } from './section-head.tsx';

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
      <SectionHead
        id="specifications"
        title={texts.t('product.specifications')}
        field="attributes"
        sayings={sayings}
        texts={texts}
      />
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
    </section>
  );
}

/** The primary barcode as it is printed, and all of them in digits. */
export function Barcodes({ product: { gtin, barcodes }, sayings, texts }: Given) {
  const { t, regionName } = texts;
  if (barcodes.length === 0) return null;
  const drawing = gtin === null ? undefined : drawBarcode(gtin);
  return (
    <section aria-labelledby="barcodes">
      <SectionHead
        id="barcodes"
        title={t('product.barcodes')}
        field="barcode"
        sayings={sayings}
        texts={texts}
      />
      {drawing !== undefined && (
        // The digits stand below it as text.
        <div class="barcode" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />
      )}
      <ul class="codes">
        {barcodes.map(({ gtin: code, type, pack_level: level, region }) => (
          <li key={code}>
            <code>{code}</code>{' '}
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
    </section>
  );
}

/** For reference: nothing can be bought here. */
export function Prices({ product: { msrp }, sayings, texts }: Given) {
  const { t, money, date, regionName } = texts;
  if (msrp.length === 0) return null;
  return (
    <section aria-labelledby="prices">
      <SectionHead id="prices" title={t('product.prices')} field="msrp" sayings={sayings} texts={texts} />
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
    </section>
  );
}

/** Everyone who says something of the product, the most trusted first. */
export function Sources({ product: { id, sources }, texts: { t, percent } }: Omit<Given, 'sayings'>) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">{t('product.sources')}</h2>
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
      <p>
        <a href={`/api/v1/products/${id}`}>{t('product.asJson')}</a>
      </p>
    </section>
  );
}
