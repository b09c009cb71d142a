import type { AllergenState, Product } from '../../catalog/products/product-contract.ts';
import { NUTRIENTS_WITH_LEVEL } from '../../facts/registry/nutriments-contract.ts';
import type { Texts } from '../texts/texts.ts';

/** Returns the most important facts: `High in sugars and saturated fat. Contains milk.` Empty if little is known. */
export function summarize(
  { nutrient_levels: levels, allergen_states: states }: Product,
  texts: Texts,
): string {
  const { t, list } = texts;
  const nutrients = (wanted: 'high' | 'low') =>
    NUTRIENTS_WITH_LEVEL.filter((key) => levels?.[key] === wanted).map((key) =>
      t(`product.nutrients.${key}`),
    );
  const allergens = (wanted: AllergenState['state']) =>
    states.filter(({ state }) => state === wanted).map(({ allergen }) => nameInSentence(allergen, texts));
  const high = nutrients('high');
  const low = nutrients('low');
  const contained = allergens('contains');
  const traces = allergens('may_contain');
  return [
    ...(high.length > 0 ? [t('product.sentence.high', { list: list(high) })] : []),
    ...(high.length === 0 && low.length > 0 ? [t('product.sentence.low', { list: list(low) })] : []),
    ...(contained.length > 0 ? [t('product.sentence.contains', { list: list(contained) })] : []),
    ...(traces.length > 0 ? [t('product.sentence.traces', { list: list(traces) })] : []),
  ].join(' ');
}

/** German capitalizes nouns. */
function nameInSentence(code: string, { word, language }: Texts): string {
  const name = word('codes', code, code);
  return language === 'de' ? name : name.charAt(0).toLocaleLowerCase(language) + name.slice(1);
}
