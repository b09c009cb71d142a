import { ALLERGENS_KNOWN } from '../../index/search-index.ts';
import type { FacetName } from '../facets/facets-contract.ts';
import type { EngineFilters } from '../search-engine.ts';
import { createCategoryTree } from './category-tree.ts';
import { createColumn, createListColumn, type CountedColumn, type PlaceTest } from './columns.ts';
import { findDigits } from './matching/digits-in-codes.ts';
import { withPlace } from './tables/growing-arrays.ts';
import { createIdTable } from './tables/id-table.ts';
import type { Saved } from './tables/saved-tables.ts';

/** What is held of a product in use besides its name: how it ranks, and what filters and digits ask for. */
export interface HeldProduct {
  id: string;
  /** In thousandths. */
  quality: number;
  brandId: string;
  categoryId: string;
  /** Codes of its category and of all above it, the highest first, with slashes between them. */
  categoryPath: string;
  /** The category's archive kind. */
  kind: string;
  country: string;
  nutriScore: string;
  /** Lists as JSON; empty: nobody has said anything. */
  labels: string;
  countriesSold: string;
  /** With `ALLERGENS_KNOWN` among them where it contains no others. */
  allergens: string;
  gtins: string[];
}

/** Products by the number of their place. An empty text is none. */
export interface ProductTable {
  /** Adds a product, or takes the place of what was known of it; `name`: the number of its folded name. Returns its place. */
  put(product: HeldProduct, name: number): number;
  remove(id: string): void;
  idAt(place: number): string;
  /** -1 for one that is not held. */
  placeOf(id: string): number;
  qualityAt(place: number): number;
  /** Products of one rank: the better quality first, then by id. */
  compareTies: (one: number, other: number) => number;
  compareIds: (one: number, other: number) => number;
  /** Calls for each product of a name. */
  ofName(name: number, each: (place: number) => void): void;
  /** Places in use and free ones. */
  places(): number;
  /** The number of the name of the product at a place; below 0 when the place is free. */
  nameAt(place: number): number;
  /**
   * By name: how many products have it, times `COUNT_UNIT`, and a quality that none of these exceeds. Together, because
   * a search looks at both for thousands of names. Good until a product comes.
   */
  standings(): Int32Array;
  /** Tells which products have a barcode that holds these digits. */
  holding(digits: string): PlaceTest;
  /** Tells which products the filters let through; undefined when there is none. */
  filterBy(filters: EngineFilters): PlaceTest | undefined;
  /** The same, each of those given apart. */
  testsOf(filters: EngineFilters): Partial<Record<keyof EngineFilters, PlaceTest>>;
  facets: Record<FacetName, CountedColumn>;
  /** The ids of brands and of categories as numbers. */
  brands: NumberedColumn;
  categories: NumberedColumn;
  save(): Saved;
  load(saved: Saved): void;
}

type NumberedColumn = Pick<
  ReturnType<typeof createColumn>,
  'numberAt' | 'numberOf' | 'keyOf' | 'isNone' | 'size'
>;

interface SavedProducts extends Saved {
  ids: Saved;
  columns: Record<string, Saved> & Saved;
  categoryTree: Saved;
  nameAt: Int32Array<ArrayBuffer>;
  qualityAt: Uint16Array<ArrayBuffer>;
  nextAt: Int32Array<ArrayBuffer>;
  gtinHigh: Uint16Array<ArrayBuffer>;
  gtinLow: Uint32Array<ArrayBuffer>;
  furtherGtins: number[][];
  first: Int32Array<ArrayBuffer>;
  standings: Int32Array<ArrayBuffer>;
}

const NONE = -1;
/** Qualities are below it. */
const COUNT_UNIT = 1_024;

/** How many products have a name of this standing. */
export const countOf = (standing: number): number => standing >>> 10;
/** No product of a name of this standing is better. */
export const bestOf = (standing: number): number => standing & (COUNT_UNIT - 1);

export function createProductTable(): ProductTable {
  const ids = createIdTable();
  let nameAt = new Int32Array(1_024);
  let qualityAt = new Uint16Array(1_024);
  let nextAt = new Int32Array(1_024);
  /** A barcode in two parts, 6 bytes in all: no barcode is 0. */
  let gtinHigh = new Uint16Array(1_024);
  let gtinLow = new Uint32Array(1_024);
  /** Of the few products that have more than one barcode. */
  let furtherGtins = new Map<number, number[]>();
  const brands = createColumn();
  const categories = createColumn();
  const categoryTree = createCategoryTree(categories);
  const countries = createColumn();
  const nutriScores = createColumn();
  const labels = createListColumn();
  const countriesSold = createListColumn();
  const allergens = createListColumn();
  const columns = { brands, categories, countries, nutriScores, labels, countriesSold, allergens };
  /** By name: the place of a product of it, and 1; 0 when there is none. */
  let first = new Int32Array(1_024);
  let standings = new Int32Array(1_024);

  const testsOf: ProductTable['testsOf'] = (filters) => {
    const tests: Record<keyof EngineFilters, PlaceTest | undefined> = {
      brandIds: brands.test(filters.brandIds),
      categoryIds: categories.test(filters.categoryIds),
      kindCategoryIds: categories.test(filters.kindCategoryIds),
      countries: countries.test(filters.countries),
      nutriScores: nutriScores.test(filters.nutriScores),
      labels: labels.test(filters.labels),
      countriesSold: countriesSold.test(filters.countriesSold),
      withoutAllergens: allergens.testWithout(filters.withoutAllergens, ALLERGENS_KNOWN),
    };
    return Object.fromEntries(Object.entries(tests).filter(([, test]) => test !== undefined));
  };

  const link = (place: number, name: number): void => {
    first = withPlace(first, name);
    standings = withPlace(standings, name);
    nameAt[place] = name;
    nextAt[place] = (first[name] as number) - 1;
    first[name] = place + 1;
    standings[name] = (standings[name] as number) + COUNT_UNIT;
  };
  const unlink = (place: number): void => {
    const name = nameAt[place] as number;
    if (first[name] === place + 1) first[name] = (nextAt[place] as number) + 1;
    else {
      let before = (first[name] as number) - 1;
      while (nextAt[before] !== place) before = nextAt[before] as number;
      nextAt[before] = nextAt[place] as number;
    }
    const left = (standings[name] as number) - COUNT_UNIT;
    // As long as there are others the best quality stays what it was, which is no less than theirs.
    standings[name] = left < COUNT_UNIT ? 0 : left;
    nameAt[place] = NONE;
  };

  return {
    put(product, name) {
      const { id, quality, gtins } = product;
      let place = ids.find(id);
      if (place === NONE) {
        place = ids.add(id);
        nameAt = withPlace(nameAt, place);
        nextAt = withPlace(nextAt, place);
        qualityAt = withPlace(qualityAt, place);
        gtinHigh = withPlace(gtinHigh, place);
        gtinLow = withPlace(gtinLow, place);
        link(place, name);
      } else if (nameAt[place] !== name) {
        unlink(place);
        link(place, name);
      }
      qualityAt[place] = quality;
      const standing = standings[name] as number;
      standings[name] = standing + Math.max(0, quality - bestOf(standing));
      brands.set(place, product.brandId);
      const category = categories.set(place, product.categoryId);
      categoryTree.place(category.number, product.categoryPath, product.kind);
      countries.set(place, product.country);
      nutriScores.set(place, product.nutriScore);
      labels.set(place, product.labels);
      countriesSold.set(place, product.countriesSold);
      allergens.set(place, product.allergens);
      const gtin = Number(gtins[0] ?? 0);
      gtinHigh[place] = Math.floor(gtin / GTIN_LOW);
      gtinLow[place] = gtin % GTIN_LOW;
      furtherGtins.delete(place);
      if (gtins.length > 1) furtherGtins.set(place, gtins.slice(1).map(Number));
      return place;
    },
    remove(id) {
      const place = ids.remove(id);
      if (place === NONE) return;
      unlink(place);
      furtherGtins.delete(place);
    },
    idAt: (place) => ids.idAt(place),
    placeOf: (id) => ids.find(id),
    qualityAt: (place) => qualityAt[place] as number,
    compareTies: (one, other) =>
      (qualityAt[other] as number) - (qualityAt[one] as number) || ids.compare(one, other),
    compareIds: (one, other) => ids.compare(one, other),
    ofName(name, each) {
      for (let place = (first[name] ?? 0) - 1; place !== NONE; place = nextAt[place] as number) each(place);
    },
    places: () => ids.size(),
    nameAt: (place) => nameAt[place] as number,
    standings: () => standings,
    holding(digits) {
      const isIn = findDigits(digits);
      const further = new Set<number>();
      for (const [place, gtins] of furtherGtins) if (gtins.some(isIn)) further.add(place);
      return (place) => {
        const code = (gtinHigh[place] as number) * GTIN_LOW + (gtinLow[place] as number);
        return (code !== 0 && isIn(code)) || (further.size > 0 && further.has(place));
      };
    },
    filterBy(filters) {
      const tests = Object.values(testsOf(filters));
      return tests.length === 0 ? undefined : (place) => tests.every((test) => test(place));
    },
    testsOf,
    facets: {
      brand: brands,
      category: categoryTree.ancestors,
      country: countries,
      nutri_score: nutriScores,
      kind: categoryTree.kinds,
      label: labels,
      // What tells that no others are contained is none.
      allergen: { ...allergens, isNone: (item) => allergens.keyOf(item) === ALLERGENS_KNOWN },
    },
    brands,
    categories,
    save: () => ({
      ids: ids.save(),
      columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.save()])),
      categoryTree: categoryTree.save(),
      nameAt: nameAt.subarray(0, ids.size()),
      qualityAt: qualityAt.subarray(0, ids.size()),
      nextAt: nextAt.subarray(0, ids.size()),
      gtinHigh: gtinHigh.subarray(0, ids.size()),
      gtinLow: gtinLow.subarray(0, ids.size()),
      furtherGtins: Array.from(furtherGtins, ([place, gtins]) => [place, ...gtins]),
      first,
      standings,
    }),
    load(saved) {
      const own = saved as SavedProducts;
      ids.load(own.ids);
      for (const [name, column] of Object.entries(columns)) column.load(own.columns[name] as Saved);
      categoryTree.load(own.categoryTree);
      ({ nameAt, qualityAt, nextAt, gtinHigh, gtinLow, first, standings } = own);
      furtherGtins = new Map(own.furtherGtins.map(([place = NONE, ...gtins]) => [place, gtins]));
    },
  };
}

const GTIN_LOW = 2 ** 32;
