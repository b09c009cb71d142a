/** Questions made from one product of the catalogue, so that there is something to find. Pure. */
import { foldText } from '../../src/platform/text/fold-text.ts';
import {
  makeQuery,
  pick,
  QUERY_KINDS,
  withTypo,
  type QueryKind,
  type Random,
} from '../../test/support/search/query-kinds.ts';

export interface SampleProduct {
  name: string;
  /** The printed form: 8, 12, 13 or 14 digits. */
  gtin: string | null;
  brand: string | null;
  categoryPath: string | null;
  country: string | null;
}

/** Query parameters of `GET /products/search`. */
export type Parameters = Record<string, string>;

export interface Sample {
  products: SampleProduct[];
  /** Of the whole catalogue. */
  productCount: number;
}

/** A question, or undefined when the product that was drawn is unfit for it. */
export type Make = (sample: Sample, random: Random) => Parameters | undefined;

export const LONGEST_QUERY = 200;
const LONGEST_FILTER = 80;
const NAME_KINDS = QUERY_KINDS.filter((kind) => !kind.includes('barcode'));

export const drawProduct = (sample: Sample, random: Random): SampleProduct | undefined =>
  pick(sample.products, random);
export const between = (least: number, most: number, random: Random): number =>
  least + Math.floor(random() * (most - least + 1));
export const cut = (text: string, length: number): string =>
  Array.from(text).slice(0, length).join('').trim();

/** A query of the kind, made from this product alone, so that filters taken from it have something to find. */
function queryFor(kind: QueryKind | undefined, product: SampleProduct, random: Random): string | undefined {
  const gtins = product.gtin === null ? [] : [product.gtin];
  const q = kind && makeQuery(kind, { names: [product.name], gtins }, random);
  return q && cut(q, LONGEST_QUERY);
}

export const ofKind =
  (kind: QueryKind): Make =>
  (sample, random) => {
    const product = drawProduct(sample, random);
    const q = product && queryFor(kind, product, random);
    return q ? { q } : undefined;
  };

export const FILTERS = {
  category: (product: SampleProduct, random: Random) => pick(product.categoryPath?.split('/') ?? [], random),
  brand: (product: SampleProduct, random: Random) => {
    const brand = product.brand === null ? '' : foldText(product.brand);
    return cut(random() < 0.5 && brand.length >= 5 ? withTypo(brand, random) : brand, LONGEST_FILTER);
  },
  country: (product: SampleProduct, random: Random) =>
    product.country?.slice(0, between(3, 6, random)).toLowerCase(),
};
export type Filter = keyof typeof FILTERS;

/** A query of any kind that is made of names, with filters of the same product. */
export const withFilters =
  (...filters: Filter[]): Make =>
  (sample, random) => {
    const product = drawProduct(sample, random);
    const q = product && queryFor(pick(NAME_KINDS, random), product, random);
    return q ? addFilters({ q }, product, filters, random) : undefined;
  };

export function addFilters(
  parameters: Parameters,
  product: SampleProduct,
  filters: Filter[],
  random: Random,
): Parameters | undefined {
  const result = { ...parameters };
  for (const filter of filters) {
    const value = FILTERS[filter](product, random);
    if (!value) return undefined;
    result[filter] = value;
  }
  return result;
}
