import type { ProductSource } from '../../../catalog/products/product-contract.ts';
import type { Texts } from '../../texts/texts.ts';
import { FactValue } from './fact-value.tsx';
import type { Sayings } from './sayings.ts';

/** The sources of the shown value, and sources that claim another one. */
export function Said({ field, sayings, texts }: { field: string; sayings: Sayings; texts: Texts }) {
  const { t } = texts;
  const sources = sayings.saidBy(field);
  const others = sayings.othersOn(field);
  return (
    <div class="said">
      {sources.length > 0 ? (
        <p>
          {t('product.saidBy')} {sources.map(nameSource).join(' · ')}
        </p>
      ) : (
        <p>{t('product.saidByNobody')}</p>
      )}
      {others.length > 0 && (
        <details>
          <summary>{t('product.othersSay', { count: others.length })}</summary>
          <dl class="table">
            {others.map(({ source, values }) => (
              <div key={source.id}>
                <dt>{nameSource(source)}</dt>
                <dd>
                  {Object.entries(values).map(([name, value]) => (
                    <span key={name}>
                      <FactValue name={name} value={value} texts={texts} />{' '}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

/** With the licence, under which it may be used elsewhere. */
export function nameSource({ name, license }: Pick<ProductSource, 'name' | 'license'>): string {
  return license === null ? name : `${name} (${license})`;
}
