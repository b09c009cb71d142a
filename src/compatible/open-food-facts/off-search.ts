import type { z } from 'zod';
import type { ProductPart } from '../../catalog/products/product-contract.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { parseQueryString } from '../../platform/http/requests/query-string.ts';
import type { CallOwn, OuterInput } from '../own-endpoints.ts';
import type { offHitsAnswer, offSearchAnswer, offSearchQuery } from './off-contract.ts';
import { readOffFilters, sortOf } from './off-filters.ts';
import { languageOf, type Chosen } from './off-language.ts';
import { neededFacts, offCodeOf, readOffFields, renderOffProduct, type OffProduct } from './off-product.ts';

interface Asked extends Chosen {
  text?: string | undefined;
  page: number;
  page_size: number;
  sort_by?: string | undefined;
  /** The filters; those of the address if undefined. */
  parameters?: ReadonlyMap<string, string>;
}

interface Found {
  answer: z.input<typeof offSearchAnswer>;
  isExact: boolean;
}

/** Searches by a text and by the filters of the request. A filter that we cannot have, or a value that is not known, finds nothing. */
export async function searchAsOff(callOwn: CallOwn, asked: Asked, input: OuterInput): Promise<Found> {
  const fields = readOffFields(asked.fields);
  const { query: filters, impossible } = readOffFilters(asked.parameters ?? parametersOf(input.url));
  const describe = (count: number, products: OffProduct[]) => ({
    count,
    page: asked.page,
    page_count: products.length,
    page_size: asked.page_size,
    skip: (asked.page - 1) * asked.page_size,
    products,
  });
  const findNothing = (warnings: string[]): Found => ({
    answer: { ...describe(0, []), warnings },
    isExact: true,
  });
  if (impossible.length > 0) return findNothing(describeImpossible(impossible));
  const query = {
    q: asked.text ?? '',
    in: 'all',
    ...filters,
    page: String(asked.page),
    size: String(asked.page_size),
    sort: sortOf(asked.sort_by),
    ...languageOf(asked.lc),
    fields: neededFacts(fields).join(','),
  };
  try {
    const found = (await callOwn('searchProducts', input, { query })) as {
      items: ProductPart[];
      total: number;
      total_is_exact: boolean;
    };
    const products = found.items.map((item) => renderOffProduct(item, { fields, root: input.root }));
    return { answer: describe(found.total, products), isExact: found.total_is_exact };
  } catch (error) {
    const refused =
      error instanceof ApiError && error.code === 'invalid_parameter'
        ? error.details?.['parameter']
        : undefined;
    if (typeof refused === 'string' && Object.hasOwn(filters, refused))
      return findNothing(describeImpossible([`${refused} ${filters[refused]}`]));
    throw error;
  }
}

const describeImpossible = (filters: readonly string[]) =>
  filters.map((one) => `No product here can be found by ${one}.`);

/** Returns the parameters of an address; of a repeated one the last. */
function parametersOf(url: string): Map<string, string> {
  const query = parseQueryString(url.split('?')[1]);
  return new Map(
    Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
  );
}

const FIELD_OF_QUERY =
  /(^|\s)(brands|categories|labels|countries|nutriscore_grade|nova_groups)(?:_tags)?:(?:"([^"]*)"|(\S+))/g;

/** Splits a query as `chocolate brands:"Lindt"` into its text and its filters. */
function splitQuery(q: string): { text: string; parameters: Map<string, string> } {
  const parameters = new Map<string, string>();
  const text = q.replaceAll(
    FIELD_OF_QUERY,
    (_whole, _before, name: string, quoted?: string, plain?: string) => {
      parameters.set(name, quoted ?? plain ?? '');
      return ' ';
    },
  );
  return { text: text.trim(), parameters };
}

/** Searches as Search-a-licious answers. */
export async function searchHits(
  callOwn: CallOwn,
  asked: z.output<typeof offSearchQuery>,
  input: OuterInput,
): Promise<z.input<typeof offHitsAnswer>> {
  const startedAt = performance.now();
  const { text, parameters } = splitQuery(asked.q ?? '');
  const lc = asked.langs?.split(',')[0];
  const { answer: found, isExact } = await searchAsOff(callOwn, { ...asked, lc, text, parameters }, input);
  return {
    hits: found.products,
    count: found.count,
    is_count_exact: isExact,
    page: found.page,
    page_size: found.page_size,
    page_count: Math.ceil(found.count / found.page_size),
    took: Math.round(performance.now() - startedAt),
    timed_out: false,
    ...(found.warnings && { warnings: found.warnings }),
  };
}

/** Looks barcodes up, at the cost of one call each. */
export async function lookUpAsOff(
  callOwn: CallOwn,
  asked: Chosen & { code: string; page_size: number },
  input: OuterInput,
): Promise<z.input<typeof offSearchAnswer>> {
  const fields = readOffFields(asked.fields);
  const codes = asked.code
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\d{1,24}$/.test(one))
    .map(offCodeOf);
  const query = {
    codes: [...new Set(codes)].join(','),
    ...languageOf(asked.lc),
    fields: neededFacts(fields).join(','),
  };
  if (codes.length === 0) {
    return { count: 0, page: 1, page_count: 0, page_size: asked.page_size, skip: 0, products: [] };
  }
  const { items } = (await callOwn('lookUpProducts', input, { query })) as {
    items: { code: string; product: ProductPart | null }[];
  };
  const products = items.flatMap(({ code, product }) =>
    product ? [renderOffProduct(product, { fields, root: input.root, asked: code })] : [],
  );
  const { length: count } = products;
  return { count, page: 1, page_count: count, page_size: asked.page_size, skip: 0, products };
}
