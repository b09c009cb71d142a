import { scaleToHundred } from '../../catalog/nutrition/nutrient-levels.ts';
import { scaleToServing } from '../../catalog/products/serving.ts';
import type { ProductPart } from '../../catalog/products/product-contract.ts';
import { OFF_NUTRIMENTS } from '../../facts/registry/off-names.ts';
import { SALT_PER_SODIUM } from '../../facts/values/nutriment-units.ts';

/** Their masses are in grams, whatever the unit on the pack. */
const PER_GRAM: Readonly<Record<string, number>> = { g: 1, mg: 1_000, ug: 1_000_000 };
const SHOWN_UNITS: Readonly<Record<string, string>> = { kj: 'kJ', ug: 'µg', pct: '% vol' };
/** Their energy without a unit is in kJ. */
const ENERGY_KEY = 'energy_kj';

type Amounts = Readonly<Record<string, number>>;

/**
 * Returns the nutriments of a product by the names of Open Food Facts: for each `X_100g` and `X_serving` in grams, kJ, kcal or
 * per cent, `X_value` with `X_unit` as stored, and `X`, the amount for the basis of the label. An empty object if none is
 * known, because clients fail on null. Amounts per 100 g or serving that are not sure are left out.
 */
export function renderNutriments(product: ProductPart): Record<string, number | string> {
  const facts = {
    nutriments: product.nutriments ?? null,
    nutrition_basis: product.nutrition_basis ?? null,
    serving_size: product.serving_size ?? null,
  };
  const answer: Record<string, number | string> = {};
  if (facts.nutriments === null) return answer;
  const perHundred = scaleToHundred(facts)?.amounts;
  const perServing = scaleToServing(facts) ?? undefined;
  for (const [key, name] of OFF_NUTRIMENTS) {
    addAmount(answer, name, key, { stated: facts.nutriments, perHundred, perServing });
    if (key === ENERGY_KEY)
      addAmount(answer, 'energy', key, { stated: facts.nutriments, perHundred, perServing });
  }
  addSodium(answer);
  return answer;
}

function addAmount(
  answer: Record<string, number | string>,
  name: string,
  key: string,
  {
    stated,
    perHundred,
    perServing,
  }: { stated: Amounts; perHundred: Amounts | undefined; perServing: Amounts | undefined },
): void {
  const amount = stated[key];
  if (amount === undefined) return;
  const unit = key.slice(key.lastIndexOf('_') + 1);
  const convert = (value: number) => roundAmount(value / (PER_GRAM[unit] ?? 1));
  answer[name] = convert(amount);
  answer[`${name}_value`] = amount;
  answer[`${name}_unit`] = SHOWN_UNITS[unit] ?? unit;
  const [hundred, serving] = [perHundred?.[key], perServing?.[key]];
  if (hundred !== undefined) answer[`${name}_100g`] = convert(hundred);
  if (serving !== undefined) answer[`${name}_serving`] = convert(serving);
}

/** Labels state salt; clients read either. */
function addSodium(answer: Record<string, number | string>): void {
  const { salt: stated, sodium } = answer;
  if (typeof stated !== 'number' || sodium !== undefined) return;
  for (const form of ['', '_100g', '_serving']) {
    const salt = answer[`salt${form}`];
    if (typeof salt === 'number') answer[`sodium${form}`] = roundAmount(salt / SALT_PER_SODIUM);
  }
  answer['sodium_value'] = roundAmount(stated / SALT_PER_SODIUM);
  answer['sodium_unit'] = 'g';
}

/** Without the noise of a division in binary. */
const roundAmount = (amount: number) => Number(amount.toPrecision(6));

/** Returns the known levels by the names of nutrients there. */
export function renderLevels(levels: ProductPart['nutrient_levels']): Record<string, string> {
  const known = Object.entries(levels ?? {}).filter(([, level]) => level !== 'unknown');
  return Object.fromEntries(
    known.map(([key, level]) => [key.replace(/_g$/, '').replaceAll('_', '-'), level]),
  );
}
