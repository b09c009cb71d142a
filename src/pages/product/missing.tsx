import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';
import type { FactSources } from './facts/fact-sources.ts';

/** The parts that readers look for on a food's page. */
export type FoodPart = 'allergens' | 'ingredients' | 'nutrition';

/** Returns the parts that no source states. */
export function listMissing(product: Product, { otherClaimsOn }: FactSources): FoodPart[] {
  const { allergen_states: states, allergens_status, traces_status } = product;
  const isKnown: Record<FoodPart, boolean> = {
    allergens:
      allergens_status !== 'unknown' ||
      traces_status !== 'unknown' ||
      states.some(({ state }) => state !== 'unknown') ||
      [...otherClaimsOn('allergens'), ...otherClaimsOn('traces')].length > 0,
    ingredients: product.ingredients_text !== null || Object.keys(product.ingredients_texts).length > 0,
    nutrition: product.nutriments !== null,
  };
  return (Object.keys(isKnown) as FoodPart[]).filter((part) => !isKnown[part]);
}

/** Lists what is unknown, once, with a link to the form that adds it. */
export function Missing({
  product: { id },
  parts,
  texts: { t, list },
}: {
  product: Product;
  parts: readonly FoodPart[];
  texts: Texts;
}) {
  const words = parts.flatMap((part) => (part === 'allergens' ? (['allergens', 'traces'] as const) : [part]));
  return (
    <section class="card missing" aria-labelledby="missing">
      <h2 id="missing">{t('product.missing.title')}</h2>
      <p>{t('product.missing.text', { list: list(words.map((word) => t(`product.missing.${word}`))) })}</p>
      {parts.includes('allergens') && <p class="unknown">{t('product.missing.warning')}</p>}
      <p>
        <a href={`/contribute?product=${id}`} rel="nofollow">
          {t('product.missing.add')}
        </a>
      </p>
    </section>
  );
}
