import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { FactValue } from './facts/fact-value.tsx';
import { FactRow } from './facts/fact-rows.tsx';
import type { Sayings } from './facts/sayings.ts';

/** What it contains and may contain. Without a claim it says that this is not known, which is no promise. */
export function Allergens({ product, sayings, texts }: { product: Product; sayings: Sayings; texts: Texts }) {
  const { t } = texts;
  return (
    <section aria-labelledby="allergens">
      <h2 id="allergens">{t('product.allergensTitle')}</h2>
      <dl class="facts">
        {(['allergens', 'traces'] as const).map((name) => {
          const status = product[`${name}_status`];
          return (
            <FactRow key={name} field={name} isUnknown={status === 'unknown'} sayings={sayings} texts={texts}>
              {status === 'stated' ? (
                <FactValue
                  name={name}
                  value={[...product[name], ...product[`${name}_other`]]}
                  texts={texts}
                />
              ) : (
                <span class={status === 'unknown' ? 'unknown' : undefined}>
                  {t(`product.${name}.${status}`)}
                </span>
              )}
            </FactRow>
          );
        })}
      </dl>
    </section>
  );
}
