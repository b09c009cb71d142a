import { FACTS } from '../facts/registry/fact-registry.ts';

/**
 * A line of invented products: each of its varieties in each of its sizes is one product of the demo catalogue.
 * The tables are text, so that a line reads as one paragraph.
 */
export interface DemoLine {
  brand: string;
  /** A code of the category tree. */
  category: string;
  /** `{}` stands for the variety's label. */
  name: string;
  /** English country name. */
  origin: string;
  /**
   * `150 g; 500 g family pot`: value, unit and, after the first size, the words that tell it apart in the name. The
   * further sizes exist for every second variety only. Absent: sold by the piece, without a net content.
   */
  sizes?: string;
  /** Suggested retail price of the first size in euros. */
  priceEur: number;
  /**
   * `Label; Label [facts]: ingredient +allergen; …`. What `[facts]` means depends on the table; it overrides the
   * facts of the line.
   */
  varieties: string;
  /** Sold in small single packs that carry a GTIN-8. */
  hasShortBarcode?: true;
}

export interface DemoFoodLine extends DemoLine {
  /**
   * `fat saturated carbohydrates sugars fiber proteins salt` in grams per 100 g (per 100 ml where the size is a
   * volume), then the Nutri-Score if there is one. Absent: nutrition does not apply (water, spices, tea).
   * A variety overrides all of it with `[…]`.
   */
  per100?: string;
  /** `{}` stands for the variety's ingredient, which is its label in lower case unless it names another. */
  ingredients: string;
  /** `milk, gluten`; a variety adds its own. */
  allergens?: string;
  servingSize?: string;
}

/** Goods other than food. */
export interface DemoGoodsLine extends DemoLine {
  /** `key=value, key=value`, keys of the kind's field template; a variety adds or overrides with `[…]`. */
  attributes: string;
  /** For how many months it can be used once it is opened. */
  monthsAfterOpening?: number;
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
