import { scaleToHundred } from '../../catalog/nutrition/nutrient-levels.ts';
import type { Comparison } from '../../catalog/category-comparison/comparison-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import { scaleToServing } from '../../catalog/products/serving.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import type { NutrientLevels } from '../../facts/registry/nutriments-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { nameNutriment, showAmount } from './facts/nutriment-text.ts';
import type { FactSources } from './facts/fact-sources.ts';
import { Said } from './facts/said.tsx';
import { SectionHead } from './section-head.tsx';

/** Nutriments that regulations list below another one. */
const BELOW_OTHERS =
  /^(saturated|monounsaturated|polyunsaturated|trans|omega_3)_fat_g$|^(sugars|added_sugars|polyols|starch)_g$/;

/** Rounds like labels: more digits of a computed amount would suggest false precision. */
const round = (amount: number) => Number(amount.toFixed(amount < 1 ? 3 : amount < 10 ? 2 : 1));

/** Amounts per 100 g or 100 ml, and per serving if both are known. */
export function Nutrition({
  product,
  comparison,
  category,
  factSources,
  texts,
}: {
  product: Product;
  comparison: Comparison | undefined;
  /** The name of the category for comparison. */
  category: string | undefined;
  factSources: FactSources;
  texts: Texts;
}) {
  const { t } = texts;
  const { nutriments, serving_size: servingSize } = product;
  if (nutriments === null) return null;
  const perHundred = scaleToHundred(product);
  return (
    <section aria-labelledby="nutrition">
      <SectionHead
        id="nutrition"
        title={t('product.nutrition')}
        field="nutriments"
        factSources={factSources}
        texts={texts}
      />
      <Amounts
        product={product}
        nutriments={nutriments}
        compared={comparison?.nutrients ?? {}}
        factSources={factSources}
        texts={texts}
      />
      {category !== undefined && Object.keys(comparison?.nutrients ?? {}).length > 0 && (
        <p class="faint">{t('product.compared', { category, count: comparison?.category_products ?? 0 })}</p>
      )}
      {perHundred?.is_computed ? (
        <p class="faint">{t('product.computed', { serving: servingSize })}</p>
      ) : (
        servingSize !== null && (
          <p class="faint">
            {t('product.serving')}: <bdi>{servingSize}</bdi>
          </p>
        )
      )}
    </section>
  );
}

function Amounts({
  product,
  nutriments,
  compared,
  factSources,
  texts,
}: {
  product: Product;
  nutriments: Record<string, number>;
  compared: Comparison['nutrients'];
  factSources: FactSources;
  texts: Texts;
}) {
  const { t } = texts;
  const { nutrition_basis: basis, nutrient_levels: levels } = product;
  const perHundred = scaleToHundred(product);
  const perServing = scaleToServing(product);
  // Without a known basis, the amounts are shown as stated.
  const columns = [
    ...(perHundred ? [{ title: t(`product.basis.100${perHundred.unit}`), amounts: perHundred.amounts }] : []),
    ...(perServing ? [{ title: t('product.basis.serving'), amounts: perServing }] : []),
  ];
  if (columns.length === 0)
    columns.push({ title: t(`product.basis.${basis ?? 'unknown'}`), amounts: nutriments });
  const known = NUTRIMENT_KEYS.filter((key) => nutriments[key] !== undefined);
  const hasBothEnergies = known.includes('energy_kj') && known.includes('energy_kcal');
  // Both energies share one row, as on labels. Only kilocalories are compared with the category.
  const rows = known.filter((key) => key !== 'energy_kj' || !hasBothEnergies);
  const show = (key: string, amounts: Record<string, number>) =>
    showAmount(key, shown(amounts[key] ?? 0, amounts === nutriments), texts);
  return (
    <table class="nutrition">
      <thead>
        <tr>
          <th scope="col">{t('product.nutriment')}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((key) => (
          <tr key={key} class={BELOW_OTHERS.test(key) ? 'below' : undefined}>
            <th scope="row">
              {nameNutriment(key, texts)}
              <Level level={levels?.[key as keyof NutrientLevels]} texts={texts} />
              <Difference compared={compared[key as keyof typeof compared]} texts={texts} />
              {(key === 'energy_kcal' ? (['energy_kj', key] as const) : [key]).map((amount) => (
                <Disputed key={amount} nutriment={amount} factSources={factSources} texts={texts} />
              ))}
            </th>
            {columns.map(({ title, amounts }) => (
              <td key={title}>
                {hasBothEnergies && key === 'energy_kcal' && (
                  <>
                    {show('energy_kj', amounts)}
                    <br />
                  </>
                )}
                {show(key, amounts)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who says an amount, where sources differ. */
function Disputed({
  nutriment,
  factSources,
  texts,
}: {
  nutriment: string;
  factSources: FactSources;
  texts: Texts;
}) {
  const dispute = factSources.disputeOn(nutriment);
  if (!dispute) return null;
  return <Said field="nutriments" dispute={dispute} factSources={factSources} texts={texts} />;
}

/** Stated amounts are shown unrounded. */
const shown = (amount: number, isStated: boolean) => (isStated ? amount : round(amount));

/** A smaller difference counts as average. */
const LEAST_DIFFERENCE_PCT = 5;

function Difference({
  compared,
  texts: { difference },
}: {
  compared: Comparison['nutrients'][keyof Comparison['nutrients']];
  texts: Texts;
}) {
  const share = compared?.difference_pct;
  // Of nothing, every amount differs by 100 %.
  if (!share || compared?.amount === 0 || Math.abs(share) < LEAST_DIFFERENCE_PCT) return null;
  return <span class="level">{difference(share / 100)}</span>;
}

const MARKS = { low: '▼', moderate: '●', high: '▲' };

/** In words and by the shape of its mark, so that colour is not needed. */
function Level({ level, texts: { t } }: { level: NutrientLevels['fat_g'] | undefined; texts: Texts }) {
  if (level === undefined || level === 'unknown') return null;
  return (
    <span class={`level ${level}`}>
      <span aria-hidden="true">{MARKS[level]}</span> {t(`product.levels.${level}`)}
    </span>
  );
}
