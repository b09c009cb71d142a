import type { Product } from '../../catalog/products/product-contract.ts';
import { scaleToServing } from '../../catalog/products/serving.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import type { Texts } from '../texts/texts.ts';
import { nameNutriment, showAmount } from './facts/nutriment-text.ts';
import { Said } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';

/** What the law lists under another one. */
const BELOW_OTHERS =
  /^(saturated|monounsaturated|polyunsaturated|trans|omega_3)_fat_g$|^(sugars|added_sugars|polyols|starch)_g$/;

/** Rounds as labels do: more digits of a computed amount would promise too much. */
const round = (amount: number) => Number(amount.toFixed(amount < 1 ? 3 : amount < 10 ? 2 : 1));

/** Amounts for what the label has them, and for a serving where both are known. */
export function Nutrition({ product, sayings, texts }: { product: Product; sayings: Sayings; texts: Texts }) {
  const { t } = texts;
  const { nutriments, nutrition_basis: basis, serving_size: servingSize } = product;
  const perServing = basis === 'serving' ? null : scaleToServing(product);
  return (
    <section aria-labelledby="nutrition">
      <h2 id="nutrition">{t('product.nutrition')}</h2>
      {nutriments === null ? (
        <p>{t('product.noNutrition')}</p>
      ) : (
        <table class="nutrition">
          <thead>
            <tr>
              <th scope="col">{t('product.nutriment')}</th>
              <th scope="col">{t(`product.basis.${basis ?? 'unknown'}`)}</th>
              {perServing && <th scope="col">{t('product.basis.serving')}</th>}
            </tr>
          </thead>
          <tbody>
            {NUTRIMENT_KEYS.map((key) => {
              const amount = nutriments[key];
              if (amount === undefined) return null;
              return (
                <tr key={key} class={BELOW_OTHERS.test(key) ? 'below' : undefined}>
                  <th scope="row">{nameNutriment(key, texts)}</th>
                  <td>{showAmount(key, amount, texts)}</td>
                  {perServing && <td>{showAmount(key, round(perServing[key] ?? 0), texts)}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {servingSize !== null && (
        <p>
          {t('product.serving')}: <bdi>{servingSize}</bdi>
        </p>
      )}
      {nutriments !== null && <Said field="nutriments" sayings={sayings} texts={texts} />}
    </section>
  );
}
