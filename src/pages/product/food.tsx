import type { ComponentChildren } from 'preact';
import type { Comparison } from '../../catalog/category-comparison/comparison-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Additives } from './additives.tsx';
import { Allergens } from './allergens.tsx';
import type { FactSources } from './facts/fact-sources.ts';
import { Ingredients } from './ingredients.tsx';
import { listMissing, Missing, type FoodPart } from './missing.tsx';
import { Nutrition } from './nutrition.tsx';

/** The content of a food. Everything unknown is listed once, at the position of the first unknown part. */
export function Food({
  comparison,
  category,
  ...given
}: {
  product: Product;
  comparison: Comparison | undefined;
  /** The name of the category for comparison. */
  category: string | undefined;
  factSources: FactSources;
  texts: Texts;
}) {
  const missing = listMissing(given.product, given.factSources);
  const [first] = missing;
  const show = (part: FoodPart, section: ComponentChildren) => {
    if (!missing.includes(part)) return section;
    return part === first ? <Missing {...given} parts={missing} /> : null;
  };
  const nutrition = show('nutrition', <Nutrition {...given} comparison={comparison} category={category} />);
  return (
    <div class={nutrition === null ? undefined : 'halves'}>
      <div>
        {show('allergens', <Allergens {...given} />)}
        {show('ingredients', <Ingredients {...given} />)}
        <Additives {...given} />
      </div>
      {nutrition}
    </div>
  );
}
