import { z } from 'zod';
import type { ProductPart } from '../../catalog/products/product-contract.ts';
import { LANGUAGE_HEADERS } from '../../catalog/products/wanted-languages.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { routesOf, type Route } from '../../platform/http/route.ts';
import type { CallOwn, OuterInput } from '../own-endpoints.ts';
import { alsoByForm } from '../reads-by-form.ts';
import {
  offAutocompleteAnswer,
  offAutocompleteQuery,
  offCode,
  offFilterSearchQuery,
  offHitsAnswer,
  offProductAnswer,
  offProductAnswerV3,
  offProductQuery,
  offSearchAnswer,
  offSearchBody,
  offSearchQuery,
  offTagsAnswer,
  offTaxonomyAnswer,
  offTaxonomyQuery,
  offTextSearchQuery,
} from './off-contract.ts';
import { isOffFacet } from './off-filters.ts';
import { languageOf, type Chosen } from './off-language.ts';
import { neededFacts, offCodeOf, readOffFields, renderOffProduct, type OffProduct } from './off-product.ts';
import { lookUpAsOff, searchAsOff, searchHits } from './off-search.ts';
import { VERSIONS, VERSIONS_3 } from './off-versions.ts';
import { listFacetAsOff, nameOf, pluralOf, suggestNames, suggestTerms } from './off-terms.ts';

const route = routesOf({
  tag: 'Open Food Facts',
  isLenient: true,
  headers: { ...LANGUAGE_HEADERS, Link: '</api/v1/sources>; rel="license"' },
});

/** Our own search sets the cost, by what is read of each product. */
const SEARCH = { hasOwnCost: true } as const;

/** Returns the endpoints that answer as those of Open Food Facts do, from what our own endpoints answer. */
export function offRoutes(callOwn: CallOwn): Route[] {
  return [
    ...VERSIONS.flatMap((version) =>
      alsoByForm(
        route('get', `/api/${version}/product/{code}`, `getOffProduct_${version}`, {
          summary: 'The product with a barcode',
          params: offCode,
          query: offProductQuery,
          response: offProductAnswer,
          errors: ['not_found'],
          handler: async ({ params, query, ...input }) => {
            const { code, product } = await findProduct(callOwn, params.code, query, input);
            return { code, status: 1 as const, status_verbose: 'product found', product };
          },
        }),
      ),
    ),
    ...VERSIONS_3.map((version) =>
      route('get', `/api/${version}/product/{code}`, `getOffProduct_${version.replace('.', '_')}`, {
        summary: 'The product with a barcode',
        params: offCode,
        query: offProductQuery,
        response: offProductAnswerV3,
        errors: ['not_found'],
        handler: async ({ params, query, ...input }) => {
          const { code, product } = await findProduct(callOwn, params.code, query, input);
          const result = { id: 'product_found', name: 'Product found', lc_name: 'Product found' };
          return { code, status: 'success' as const, result, product, errors: [], warnings: [] };
        },
      }),
    ),
    ...alsoByForm(
      route('get', '/cgi/search.pl', 'searchOffByText', {
        summary: 'Products by text and filters',
        query: offTextSearchQuery,
        ...SEARCH,
        response: offSearchAnswer,
        handler: async ({ query, ...input }) =>
          (await searchAsOff(callOwn, { ...query, text: query.search_terms }, input)).answer,
      }),
    ),
    ...alsoByForm(
      route('get', '/api/v2/search', 'searchOffByFilters', {
        summary: 'Products by filters, or by a list of barcodes',
        query: offFilterSearchQuery,
        ...SEARCH,
        response: offSearchAnswer,
        handler: async ({ query, ...input }) => {
          if (query.code) return await lookUpAsOff(callOwn, { ...query, code: query.code }, input);
          return (await searchAsOff(callOwn, query, input)).answer;
        },
      }),
    ),
    route('get', '/search', 'searchOffHits', {
      summary: 'Products by a text, as Search-a-licious answers',
      query: offSearchQuery,
      ...SEARCH,
      response: offHitsAnswer,
      handler: async ({ query, ...input }) => await searchHits(callOwn, query, input),
    }),
    route('post', '/search', 'searchOffHitsByBody', {
      summary: 'Products by a text, as Search-a-licious answers',
      body: offSearchBody,
      ...SEARCH,
      response: offHitsAnswer,
      handler: async ({ body, ...input }) => await searchHits(callOwn, body, input),
    }),
    route('get', '/autocomplete', 'completeOffTerms', {
      summary: 'Brands and categories for a text being typed',
      query: offAutocompleteQuery,
      response: offAutocompleteAnswer,
      handler: async ({ query, ...input }) => {
        const startedAt = performance.now();
        const names = query.taxonomy_names.split(',').map((name) => name.trim());
        const types = (['brand', 'category'] as const).filter((type) => names.includes(type));
        const items = await suggestTerms(
          callOwn,
          { q: query.q, types, size: query.size, lc: query.lang },
          input,
        );
        return {
          took: Math.round(performance.now() - startedAt),
          timed_out: false,
          options: items.map((item) => {
            const id = item.type === 'brand' ? `xx:${item.slug}` : `en:${item.code}`;
            return { id, text: nameOf(item), taxonomy_name: item.type, input: query.q };
          }),
        };
      },
    }),
    route('get', '/api/v3/taxonomy_suggestions', 'suggestOffTerms', {
      summary: 'Names of categories or brands, or of the labels and countries that products have',
      query: offTaxonomyQuery,
      response: offTaxonomyAnswer,
      handler: async ({ query, ...input }) => ({
        status: 'success' as const,
        suggestions: await suggestNames(callOwn, query, input),
        errors: [],
        warnings: [],
      }),
    }),
    ...FACET_PATHS.flatMap(({ list, products, operation }) => [
      route('get', list, `list${operation}`, {
        summary: 'The values of a facet with the most products',
        params: z.object({ facet: z.string().meta({ example: 'categories.json' }) }),
        query: offProductQuery.pick({ lc: true }),
        response: offTagsAnswer,
        errors: ['not_found'],
        handler: async ({ params: { facet }, query, ...input }) =>
          await listFacetAsOff(callOwn, withoutEnding(facet), query.lc, input),
      }),
      route('get', products, `search${operation}`, {
        summary: 'The products with a value of a facet',
        params: z.object({
          facet: z.string().meta({ example: 'categories' }),
          value: z.string().meta({ example: 'en:juices.json' }),
        }),
        query: offFilterSearchQuery.omit({ code: true }),
        ...SEARCH,
        response: offSearchAnswer,
        handler: async ({ params: { facet, value }, query, ...input }) => {
          const plural = pluralOf(facet);
          if (!isOffFacet(plural)) throw new ApiError('not_found', 'Products are not listed by this facet.');
          const parameters = new Map([[plural, withoutEnding(value)]]);
          return (await searchAsOff(callOwn, { ...query, parameters }, input)).answer;
        },
      }),
    ]),
  ];
}

/** Today's addresses, and those of their first interface. */
const FACET_PATHS = [
  { list: '/facets/{facet}', products: '/facets/{facet}/{value}', operation: 'OffFacet' },
  { list: '/{facet}.json', products: '/{facet}/{value}.json', operation: 'OffFacetOfOld' },
];

const withoutEnding = (text: string) => text.replace(/\.json$/, '');

async function findProduct(
  callOwn: CallOwn,
  asked: string,
  { fields: given, lc }: Chosen,
  input: OuterInput,
): Promise<{ code: string; product: OffProduct }> {
  const digits = withoutEnding(asked).trim();
  const isCode = /^\d{1,24}$/.test(digits);
  const code = isCode ? offCodeOf(digits) : digits;
  const fields = readOffFields(given);
  const query = { ...languageOf(lc), fields: neededFacts(fields).join(',') };
  const product = (await (!UUID.test(digits)
    ? callOwn('getProductByBarcode', input, { params: { gtin: code }, query })
    : callOwn('getProduct', input, { params: { id: code }, query }))) as ProductPart;
  return { code, product: renderOffProduct(product, { fields, root: input.root, asked: code }) };
}

/** A product without a barcode has its id in the place of the code. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
