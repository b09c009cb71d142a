import type { ProductSummary } from '../search-contract.ts';

/** The name of the live index; tests use their own. */
export const SEARCH_INDEX = 'products';
/** The name under which a new index is built before it replaces the live one. */
export const NEXT_INDEX = 'products_next';

/**
 * The version of this release’s documents and settings, as an attribute that no document has. Increase it when a search of
 * one release would get a wrong answer from the index of another. Each search names it, so an index of another version
 * refuses the search, and Postgres answers until the indexer has built a new index.
 */
export const INDEX_VERSION = 'index_8';

/** The fields of a product that a search result shows. */
export type ShownDocument = Omit<ProductSummary, 'score' | 'matched'>;

/** Names besides those that a result shows, by which a search of all labels compares products; absent where they are empty. */
export interface OtherLabels {
  /** Names in other languages, and generic names. */
  other_names?: string[];
  /** Brands besides the product's own. */
  other_brands?: string[];
}

/** The document of a product in use: the fields that a result shows or filters use. */
export interface SearchDocument extends ShownDocument, OtherLabels {
  brand_id: string | null;
  category_id: string | null;
  /** Milliseconds since 1970. */
  updated_at: number;
  /** This and the following fields (see `filtered-facts.ts`) are absent where they are empty. */
  nutri_score?: string;
  nova_group?: string;
  environmental_score?: string;
  /** Amounts per 100 g or 100 ml. */
  nutriments?: Record<string, number>;
  /** Codes of the contained allergens. */
  allergens?: string[];
  /** Assurances of the product, by `nameAssurance`. */
  assured?: string[];
  labels?: string[];
  /** Codes of countries, because names need twice the space. */
  sold_in?: string[];
  /** The archive kind of its category. */
  kind?: string;
  /** All its barcodes, 14 digits each. */
  gtins?: string[];
  /** How many people scanned it. */
  popularity?: number;
  /** The words of its categories' names (see `category-words.ts`). */
  category_words?: string;
}

/** The fields of a document that a result shows. */
export const SHOWN_FIELDS = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'country_of_origin',
  'quality_score',
] as const satisfies (keyof ShownDocument)[];

/** The fields of a document that a search of all labels compares or shows. */
export const LABELLED_FIELDS = [...SHOWN_FIELDS, 'other_names', 'other_brands'] as const satisfies (
  keyof ShownDocument | keyof OtherLabels
)[];

/** All fields of a document, without the fields that an engine derives. */
export const DOCUMENT_FIELDS = Object.keys({
  ...Object.fromEntries(LABELLED_FIELDS.map((field) => [field, true])),
  brand_id: true,
  category_id: true,
  updated_at: true,
  nutri_score: true,
  nova_group: true,
  environmental_score: true,
  nutriments: true,
  allergens: true,
  assured: true,
  labels: true,
  sold_in: true,
  kind: true,
  gtins: true,
  popularity: true,
  category_words: true,
} satisfies Record<
  Exclude<keyof SearchDocument, (typeof LABELLED_FIELDS)[number]>,
  true
>) as (keyof SearchDocument)[];
