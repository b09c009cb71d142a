import { buildNoFacts, type ProductFacts } from '../facts/registry/fact-list.ts';
import type { DemoBarcode } from './demo-barcodes.ts';
import type { DemoLine, DemoSize, DemoVariety } from './demo-line.ts';
import { capitalize, type DemoItem } from './demo-items.ts';
import { buildDemoPicture } from './demo-pictures.ts';
import type { DemoPrice } from './demo-prices.ts';
import { FACTS } from '../facts/registry/fact-registry.ts';

/** Food markets, in English: their labels name every allergen of the closed list. */
const FOOD_MARKETS = ['France', 'Germany', 'Netherlands'];

export interface DemoProduct {
  /** The brand by name, the category by code. */
  facts: ProductFacts;
  barcodes: DemoBarcode[];
  prices: DemoPrice[];
}

/**
 * Builds an item of the catalogue without barcodes and prices.
 * @throws when its facts cannot be read
 */
export function buildDemoProduct({ line, variety, varietyNumber, size, name }: DemoItem): DemoProduct {
  return {
    facts: {
      ...buildNoFacts(),
      name,
      brand: line.brand,
      category: line.category,
      net_content_value: size?.value ?? null,
      net_content_unit: size?.unit ?? null,
      country_of_origin: line.origin,
      pictures: [buildDemoPicture(name)],
      ...(line.attributes && {
        attributes: readAttributes(line.attributes, variety),
        period_after_opening_months: line.monthsAfterOpening ?? null,
      }),
      ...(line.ingredients && buildFood(line, line.ingredients, variety, varietyNumber, size)),
    },
    barcodes: [],
    prices: [],
  };
}

function buildFood(
  line: DemoLine,
  ingredients: string,
  variety: DemoVariety,
  varietyNumber: number,
  size: DemoSize | undefined,
): Partial<ProductFacts> {
  const isVolume = size?.unit === 'ml' || size?.unit === 'l';
  const facts = variety.facts ?? line.per100;
  // A variety's own facts are exact; those of the line vary a little between its varieties.
  const nutrition = facts ? buildNutrition(facts, variety.facts ? 0 : varietyNumber) : null;
  const allergens = [...new Set([...(line.allergens?.split(', ') ?? []), ...variety.allergens])].sort();
  const hasNone = allergens.length === 0;
  return {
    nutriments: nutrition?.nutriments ?? null,
    nutrition_basis: nutrition ? (isVolume ? '100ml' : '100g') : null,
    serving_size: line.servingSize ?? null,
    nutri_score: nutrition?.nutriScore ?? null,
    ingredients_text: capitalize(ingredients.replace('{}', variety.ingredient)),
    allergens,
    no_allergens_stated: hasNone,
    no_traces_stated: hasNone,
    countries_sold: FOOD_MARKETS,
    no_nutrition_data: nutrition === null,
  };
}

/** Reads the attributes of the line, then those of the variety; `price` is not an attribute. */
function readAttributes(ofLine: string, variety: DemoVariety): ProductFacts['attributes'] {
  const pairs = [ofLine, variety.facts].flatMap((text) => text?.split(', ') ?? []);
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

interface DemoNutrition {
  nutriments: Record<string, number>;
  nutriScore: ProductFacts['nutri_score'];
}

/**
 * Varieties of a line differ a little: the strawberry yogurt is not exactly as sweet as the apricot one. No factor
 * exceeds 1, because dry food has no room left in 100 g.
 */
const VARIETY_FACTORS = [1, 0.96, 0.98, 0.95, 0.99, 0.97];

/**
 * Parses `fat saturated carbohydrates sugars fiber proteins salt score` (grams per 100 g or 100 ml, the score
 * optional). Energy is computed by the factors of the EU label (Regulation 1169/2011, Annex XIV).
 */
export function buildNutrition(facts: string, varietyNumber: number): DemoNutrition {
  const parts = facts.split(' ');
  const grams = parts.slice(0, 7).map(Number);
  if (grams.length < 7 || grams.some(Number.isNaN)) throw new Error(`demo catalogue: cannot read "${facts}"`);
  const factor = VARIETY_FACTORS[varietyNumber % VARIETY_FACTORS.length]!;
  const scaled = (index: number, decimals: number) => Number((grams[index]! * factor).toFixed(decimals));
  const [fat_g, saturated_fat_g, carbohydrates_g] = [scaled(0, 1), scaled(1, 1), scaled(2, 1)];
  const [sugars_g, fiber_g, proteins_g, salt_g] = [scaled(3, 1), scaled(4, 1), scaled(5, 1), scaled(6, 2)];
  return {
    nutriments: {
      energy_kj: Math.round(37 * fat_g + 17 * (carbohydrates_g + proteins_g) + 8 * fiber_g),
      energy_kcal: Math.round(9 * fat_g + 4 * (carbohydrates_g + proteins_g) + 2 * fiber_g),
      fat_g,
      saturated_fat_g,
      carbohydrates_g,
      sugars_g,
      fiber_g,
      proteins_g,
      salt_g,
    },
    nutriScore: FACTS.nutri_score.value.options.find((grade) => grade === parts[7]) ?? null,
  };
}
