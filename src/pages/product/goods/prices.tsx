import type { Product } from '../../../catalog/products/product-contract.ts';
import type { Texts } from '../../texts/texts.ts';
import type { FactSources } from '../facts/fact-sources.ts';
import { SectionHead } from '../section-head.tsx';

interface Given {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}

/** For reference only: nothing is sold here. */
export function Prices({ product: { msrp }, factSources, texts }: Given) {
  const { t, money, date, regionName } = texts;
  if (msrp.length === 0) return null;
  return (
    <section aria-labelledby="prices">
      <SectionHead
        id="prices"
        title={t('product.prices')}
        field="msrp"
        factSources={factSources}
        texts={texts}
      />
      <ul class="codes">
        {msrp.map(({ amount, currency, region, effective_date: day, source_url: address, note }) => (
          <li key={`${amount} ${currency} ${region} ${day}`}>
            <strong>{money(amount, currency)}</strong>{' '}
            <span class="faint">
              {region === 'GLOBAL' ? t('product.everywhere') : regionName(region)}
              {day !== null && ` · ${t('product.from', { day: date(day) })}`}
              {note !== null && (
                <>
                  {' · '}
                  <bdi>{note}</bdi>
                </>
              )}
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
