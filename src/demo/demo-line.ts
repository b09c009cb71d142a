import { z } from 'zod';
import { readTable } from '../data/read-data.ts';
import { SHAPE_NAMES } from './draw-product.ts';
import { FACTS } from '../facts/registry/fact-registry.ts';

/**
 * A line of invented products: each of its varieties in each of its sizes is one product of the demo catalogue. Every
 * brand and model is invented.
 */
const demoLineSchema = z.strictObject({
  brand: z.string(),
  /** A code of the category tree. */
  category: z.string(),
  /** What its pictures show. */
  drawing: z.enum(SHAPE_NAMES),
  /** `{}` stands for the variety's label. */
  name: z.string(),
  /** English country name. */
  origin: z.string(),
  /**
   * `150 g; 500 g family pot`: value, unit and, after the first size, the words that tell it apart in the name. The
   * further sizes exist for every second variety only. Absent: sold by the piece, without a net content.
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
  /** Only of food. `{}` stands for the variety's ingredient, by default its label in lower case. */
  ingredients: z.string().optional(),
  /** For how many months it can be used once it is opened. */
  monthsAfterOpening: z.coerce.number().optional(),
  /** Only of other goods: `key=value, key=value`, keys of the kind's field template. `{}` stands for the label. */
  attributes: z.string().optional(),
});

export type DemoLine = z.output<typeof demoLineSchema>;

/** @throws Error for a line that has another column or lacks one */
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

/** Reads `Label [facts]: ingredient +allergen; …`. Throws on anything else. */
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

/** Reads `150 g; 500 g family pot`. Throws on anything else. */
export function parseSizes(text: string): DemoSize[] {
  return text.split('; ').map((part) => {
    const [value, unitText, ...words] = part.split(' ');
    const unit = UNITS.find((known) => known === unitText);
    if (!unit || !(Number(value) > 0)) throw new Error(`demo catalogue: cannot read the size "${part}"`);
    return { value: Number(value), unit, words: words.join(' ') };
  });
}
