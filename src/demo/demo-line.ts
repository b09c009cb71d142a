import { z } from 'zod';
import { readTable } from '../data/read-data.ts';
import { SHAPE_NAMES } from './draw-product.ts';
import { FACTS } from '../facts/registry/fact-registry.ts';

/**
 * A line of invented products: each variety in each size is one product of the demo catalogue. Every brand and model
 * is invented.
 */
const demoLineSchema = z.strictObject({
  brand: z.string(),
  /** A code of the category tree. */
  category: z.string(),
  /** The shape of its pictures. */
  drawing: z.enum(SHAPE_NAMES),
  /** `{}` is replaced by the variety's label. */
  name: z.string(),
  /** English country name. */
  origin: z.string(),
  /**
   * `150 g; 500 g family pot`: value, unit and, after the first size, words that distinguish it in the name. Further
   * sizes exist for every second variety only. Absent: sold by the piece, without a net content.
   */
  sizes: z.string().optional(),
  /** Sold in small single packs that carry a GTIN-8. */
  hasShortBarcode: z.literal('yes').optional(),
  /** Suggested retail price of the first size in euros. */
  priceEur: z.coerce.number(),
  /**
   * `Label; Label [facts]: ingredient +allergen; …`. The facts override `per100` of a food and `attributes` of other
   * goods.
   */
  varieties: z.string(),
  /**
   * `fat saturated carbohydrates sugars fiber proteins salt` in grams per 100 g (per 100 ml where the size is a
   * volume), then the Nutri-Score if there is one. Absent: nutrition does not apply (water, spices, tea).
   */
  per100: z.string().optional(),
  servingSize: z.string().optional(),
  /** `milk, gluten`; a variety adds its own. */
  allergens: z.string().optional(),
  /** For food only. `{}` is replaced by the variety's ingredient, by default its label in lower case. */
  ingredients: z.string().optional(),
  /** How many months it can be used after opening. */
  monthsAfterOpening: z.coerce.number().optional(),
  /**
   * For other goods only: `key=value, key=value`, with keys of the kind's field template. `{}` is replaced by the
   * label.
   */
  attributes: z.string().optional(),
});

export type DemoLine = z.output<typeof demoLineSchema>;

/** @throws Error for a line with an unknown or missing column */
export function readDemoLines(): DemoLine[] {
  return ['demo-foods.csv' as const, 'demo-goods.csv' as const].flatMap((name) =>
    readTable(name).map((row) => demoLineSchema.parse(row)),
  );
}

export interface DemoVariety {
  label: string;
  facts: string | undefined;
  ingredient: string;
  allergens: string[];
}

const UNITS = FACTS.net_content.parts.net_content_unit.value.options;

export interface DemoSize {
  value: number;
  unit: (typeof UNITS)[number];
  /** Empty for the first size of a line. */
  words: string;
}

/**
 * Parses `Label [facts]: ingredient +allergen; …`.
 * @throws for any other text
 */
export function parseVarieties(text: string): DemoVariety[] {
  return text.split('; ').map((part) => {
    const match = /^([^[:+]+?)(?: \[([^\]]+)\])?(?:: ([^+]+?))?((?: \+[a-z-]+)*)$/.exec(part);
    const label = match?.[1];
    if (!match || !label) throw new Error(`demo catalogue: cannot read the variety "${part}"`);
    return {
      label,
      facts: match[2],
      ingredient: match[3] ?? label.toLowerCase(),
      allergens: (match[4] ?? '').split(' +').slice(1),
    };
  });
}

/**
 * Parses `150 g; 500 g family pot`.
 * @throws for any other text
 */
export function parseSizes(text: string): DemoSize[] {
  return text.split('; ').map((part) => {
    const [value, unitText, ...words] = part.split(' ');
    const unit = UNITS.find((known) => known === unitText);
    if (!unit || !(Number(value) > 0)) throw new Error(`demo catalogue: cannot read the size "${part}"`);
    return { value: Number(value), unit, words: words.join(' ') };
  });
}
