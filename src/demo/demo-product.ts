import type { DemoBarcode } from './demo-barcodes.ts';
import type { DemoFoodLine, DemoGoodsLine, DemoSize, DemoVariety } from './demo-line.ts';
import { buildNutrition, type NutriScore } from './demo-nutrition.ts';
import type { DemoPrice } from './demo-prices.ts';

export interface DemoFood {
  nutriments: Record<string, number> | null;
  nutritionBasis: '100g' | '100ml' | null;
  servingSize: string | null;
  nutriScore: NutriScore | null;
  ingredientsText: string | null;
  allergens: string[];
  noNutritionData: boolean;
}

export interface DemoProduct {
  name: string;
  brand: string | null;
  category: string;
  netContentValue: number | null;
  netContentUnit: DemoSize['unit'] | null;
  countryOfOrigin: string | null;
  attributes: Record<string, string | number | boolean>;
  /** Null for goods other than food. */
  food: DemoFood | null;
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
    name: capitalize(line.name.replace('{}', variety.label)) + words,
    brand: line.brand,
    category: line.category,
    netContentValue: size?.value ?? null,
    netContentUnit: size?.unit ?? null,
    countryOfOrigin: line.origin,
    attributes: 'attributes' in line ? readAttributes(line, variety) : {},
    food: 'ingredients' in line ? buildFood(line, variety, varietyNumber, size) : null,
    barcodes: [],
    prices: [],
  };
}

function buildFood(
  line: DemoFoodLine,
  variety: DemoVariety,
  varietyNumber: number,
  size: DemoSize | undefined,
): DemoFood {
  const isVolume = size?.unit === 'ml' || size?.unit === 'l';
  const facts = variety.facts ?? line.per100;
  // Facts of a variety's own are exact; those of the line are spread a little over its varieties.
  const nutrition = facts ? buildNutrition(facts, variety.facts ? 0 : varietyNumber) : null;
  return {
    nutriments: nutrition?.nutriments ?? null,
    nutritionBasis: nutrition ? (isVolume ? '100ml' : '100g') : null,
    servingSize: line.servingSize ?? null,
    nutriScore: nutrition?.nutriScore ?? null,
    ingredientsText: capitalize(line.ingredients.replace('{}', variety.ingredient)),
    allergens: [...new Set([...(line.allergens?.split(', ') ?? []), ...variety.allergens])].sort(),
    noNutritionData: nutrition === null,
  };
}

/** Reads `key=value, key=value` of the line, then of the variety; `price` is none of them. */
function readAttributes(line: DemoGoodsLine, variety: DemoVariety): DemoProduct['attributes'] {
  const pairs = [line.attributes, variety.facts].flatMap((text) => text?.split(', ') ?? []);
  const attributes: DemoProduct['attributes'] = {};
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
