import type { ProductSummary } from '../search/search-contract.ts';

/** The name of the live index; tests give their own. */
export const SEARCH_INDEX = 'products';
/** Where a new index is built before it takes the place of the live one. */
export const NEXT_INDEX = 'products_next';

/**
 * What documents and settings of this release are called, as an attribute that no document has. Count it up when
 * searches of the release before would be answered wrongly by this release's index, or the other way round: a search
 * names it, so an index that does not know it refuses, and Postgres answers until the indexer has built another one.
 */
export const INDEX_VERSION = 'index_3';

/** What a result shows of a product. */
export type ShownDocument = Omit<ProductSummary, 'score'>;

/** A product in use, as the index holds it: what a result shows, and what a filter asks for. */
export interface SearchDocument extends ShownDocument {
  brand_id: string | null;
  category_id: string | null;
  /** This and what follows (see `filtered-facts.ts`) is left out where there is nothing to say. */
  nutri_score?: string;
  /** Codes of what it contains; `ALLERGENS_KNOWN` among them: these are all, as far as the label says. */
  allergens?: string[];
  labels?: string[];
  /** Codes of countries: half as long as their names. */
  sold_in?: string[];
  /** The archive kind of its category. */
  kind?: string;
  /** All its barcodes, 14 digits each. */
  gtins?: string[];
}

/** Stands among the allergens of a document that lacks none; a name of its own for it would cost three times as much. */
export const ALLERGENS_KNOWN = 'known';

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

/** All fields of a document, without those that an engine derives. */
export const DOCUMENT_FIELDS = Object.keys({
  ...Object.fromEntries(SHOWN_FIELDS.map((field) => [field, true])),
  brand_id: true,
  category_id: true,
  nutri_score: true,
  allergens: true,
  labels: true,
  sold_in: true,
  kind: true,
  gtins: true,
} satisfies Record<
  Exclude<keyof SearchDocument, (typeof SHOWN_FIELDS)[number]>,
  true
>) as (keyof SearchDocument)[];
