import type { AnimalOrigin } from '../../data/ingredients/ingredient-words.ts';

/** The allergens and ingredients, by code, that a text names or may hide. */
export interface IngredientReading {
  /** Every word was understood, at least one is an ingredient, and the text is not cut off. */
  isRead: boolean;
  named: Set<string>;
  /** Named only in a sentence about traces. */
  traces: Set<string>;
  /** May be contained in something like `starch`, or is named near a denial. */
  maybe: Set<string>;
  /** Part of an unknown word. */
  suspected: Set<string>;
  /** Which cereals or tree nuts are named, by allergen code. */
  kinds: Map<string, Set<string>>;
  has: Set<string>;
  mayHave: Set<string>;
  /** Those of `mayHave` that not only a dish of a name in the text may have. */
  mayHaveByItself: Set<string>;
  /** The animal origins of the named ingredients. */
  origins: Set<AnimalOrigin>;
  /** May contain ingredients that no market requires on labels, such as flavours or spices. */
  isOpaque: boolean;
  /** States traces of an allergen. */
  tellsTraces: boolean;
  /** The unknown words. */
  unread: string[];
}

/** Returns the reading of a text without words. */
export function startReading(): IngredientReading {
  return {
    isRead: false,
    named: new Set(),
    traces: new Set(),
    maybe: new Set(),
    suspected: new Set(),
    kinds: new Map(),
    has: new Set(),
    mayHave: new Set(),
    mayHaveByItself: new Set(),
    origins: new Set(),
    isOpaque: false,
    tellsTraces: false,
    unread: [],
  };
}
