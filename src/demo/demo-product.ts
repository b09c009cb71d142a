import { buildNoFacts, type ProductFacts } from '../facts/registry/fact-list.ts';
import type { DemoBarcode } from './demo-barcodes.ts';
import type { DemoFoodLine, DemoGoodsLine, DemoSize, DemoVariety } from './demo-line.ts';
import { buildNutrition } from './demo-nutrition.ts';
import type { DemoPrice } from './demo-prices.ts';

/** Where food is sold, in English: labels there name every allergen of the closed list. */
const FOOD_MARKETS = ['France', 'Germany', 'Netherlands'];

export interface DemoProduct {
  /** The brand by its name, the category by its code. */
  facts: ProductFacts;
  barcodes: DemoBarcode[];
  prices: DemoPrice[];
}

/** One variety of a line in one size, without barcodes and prices. Throws when its facts cannot be read. */
export function buildDemoProduct(
  line: DemoFoodLine | DemoGoodsLine,
  variety: DemoVariety,
  varietyNumber: number,
  size: DemoSize | undefined,
): DemoProduct {
  const words = size?.words ? `, ${size.words}` : '';
  return {
    facts: {
      ...buildNoFacts(),
      name: capitalize(line.name.replace('{}', variety.label)) + words,
      brand: line.brand,
      category: line.category,
      net_content_value: size?.value ?? null,
      net_content_unit: size?.unit ?? null,
      country_of_origin: line.origin,
      ...('attributes' in line ? buildGoods(line, variety) : {}),
      ...('ingredients' in line ? buildFood(line, variety, varietyNumber, size) : {}),
    },
    barcodes: [],
    prices: [],
  };
}

function buildFood(
  line: DemoFoodLine,
  variety: DemoVariety,
  varietyNumber: number,
  size: DemoSize | undefined,
): Partial<ProductFacts> {
  const isVolume = size?.unit === 'ml' || size?.unit === 'l';
  const facts = variety.facts ?? line.per100;
  // Facts of a variety's own are exact; those of the line are spread a little over its varieties.
  const nutrition = facts ? buildNutrition(facts, variety.facts ? 0 : varietyNumber) : null;
  const allergens = [...new Set([...(line.allergens?.split(', ') ?? []), ...variety.allergens])].sort();
  const hasNone = allergens.length === 0;
  return {
    nutriments: nutrition?.nutriments ?? null,
    nutrition_basis: nutrition ? (isVolume ? '100ml' : '100g') : null,
    serving_size: line.servingSize ?? null,
    nutri_score: nutrition?.nutriScore ?? null,
    ingredients_text: capitalize(line.ingredients.replace('{}', variety.ingredient)),
    allergens,
    no_allergens_stated: hasNone,
    no_traces_stated: hasNone,
    countries_sold: FOOD_MARKETS,
    no_nutrition_data: nutrition === null,
  };
}

function buildGoods(line: DemoGoodsLine, variety: DemoVariety): Partial<ProductFacts> {
  return {
    attributes: readAttributes(line, variety),
    period_after_opening_months: line.monthsAfterOpening ?? null,
  };
}

/** Reads `key=value, key=value` of the line, then of the variety; `price` is not an attribute. */
function readAttributes(line: DemoGoodsLine, variety: DemoVariety): ProductFacts['attributes'] {
  const pairs = [line.attributes, variety.facts].flatMap((text) => text?.split(', ') ?? []);
  const attributes: ProductFacts['attributes'] = {};
  for (const pair of pairs) {
    const [key = '', value = ''] = pair.split('=');
    if (key !== 'price') attributes[key] = readValue(value.replace('{}', variety.label));
  }
  return attributes;
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
