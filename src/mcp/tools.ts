import { z } from 'zod';
import { MAX_LOOKUP_CODES } from '../catalog/barcodes/barcode-contract.ts';
import type { Calls, Names, Only } from '../endpoints.ts';
import { newSubmissionSchema } from '../review/submissions/submission-contract.ts';
import type { RawInput } from '../platform/http/requests/parse-input.ts';
import { exactFilterQuery } from '../search/exact-filters/exact-filters-contract.ts';

/** A tool that an assistant can call: one endpoint of the API, called with the assistant's input. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Its input: names and types, for the assistant. The endpoint has the rules for values. */
  input: z.ZodObject;
  operationId: string;
  /** Converts the input to a request of the endpoint. */
  ask: (given: Record<string, unknown>) => Partial<RawInput>;
  /** Whether the tool only reads. */
  isRead: boolean;
}

const language = z.string().optional().describe('Language of names and texts, as `de` or `en,fr`');
const whole = (description: string) => z.number().int().optional().describe(description);

/** Adds `sources` to chosen fields, because sources state the licence of the facts. */
const withSources = (fields: string[]): string[] => [...new Set([...fields, 'sources'])];

/** Every exact filter of the endpoint, as the text that it accepts. */
const exactFilters = Object.fromEntries(
  Object.entries(exactFilterQuery).map(([name, schema]) => [
    name,
    z
      .string()
      .optional()
      .describe(schema.meta()?.description ?? ''),
  ]),
) as Record<keyof typeof exactFilterQuery, z.ZodOptional<z.ZodString>>;

/** Checks the names that the tool sends against those of its endpoint. */
function tool<
  Id extends keyof Calls,
  Input extends z.ZodObject,
  Query extends Names<Calls[Id]['query']>,
  Body extends Names<Calls[Id]['body']>,
>(
  definition: Omit<Tool, 'ask'> & {
    operationId: Id;
    input: Input;
    ask: (given: z.output<Input>) => {
      params?: Names<Calls[Id]['path']>;
      query?: Only<Query, Calls[Id]['query']>;
      body?: Only<Body, Calls[Id]['body']>;
    };
  },
): Tool {
  return definition as unknown as Tool;
}

export const TOOLS: Tool[] = [
  tool({
    name: 'lookup_barcodes',
    title: 'Look up barcodes and ids',
    description:
      `The products that have these barcodes (GTIN, EAN, UPC) or ids, up to ${MAX_LOOKUP_CODES}, with all their facts and ` +
      'with their sources and licences. Costs one call of the quota for each code. Name `fields` where few facts are enough.',
    input: z.strictObject({
      codes: z.array(z.string()).describe('Barcodes in any padding, or ids of products'),
      fields: z
        .array(z.string())
        .optional()
        .describe(
          'Only these fields, such as `name`, `brand`, `ingredients_text`, `nutriments`, `allergens`',
        ),
      language,
    }),
    operationId: 'lookUpManyProducts',
    ask: ({ codes, fields, language: lang }) => ({
      query: textsOf({ lang }),
      body: { codes, ...(fields && { fields: withSources(fields) }) },
    }),
    isRead: true,
  }),
  tool({
    name: 'search_products',
    title: 'Search products',
    description:
      'Products by brand, name in any language and category, with typos if you like, best first by similarity and by how ' +
      'well they are known. Facts and licences: `get_product_sources` or `lookup_barcodes`.',
    input: z.strictObject({
      query: z.string().optional().describe('What to look for; empty: all products by quality'),
      category: z
        .string()
        .optional()
        .describe('Category code, as `suggest` tells it; the whole subtree matches'),
      brand: z.string().optional().describe('Brand name, fuzzy'),
      country: z.string().optional().describe('Country of origin in English'),
      ...exactFilters,
      sort: z
        .string()
        .optional()
        .describe(
          '`relevance`, `quality`, `popularity`, `name`, `-updated`, `-created`, `nutrient:salt` or `-nutrient:salt`',
        ),
      page: whole('From 1'),
      size: whole('Items of a page; 0: only their number'),
      language,
    }),
    operationId: 'searchProducts',
    ask: ({ query, language: lang, ...rest }) => ({ query: textsOf({ q: query, in: 'all', lang, ...rest }) }),
    isRead: true,
  }),
  tool({
    name: 'suggest',
    title: 'Suggest brands, categories and products',
    description:
      'Brands, categories (with their codes) and products for the beginning of a name. Uses no quota.',
    input: z.strictObject({ query: z.string().describe('What has been typed so far'), size: whole('Items') }),
    operationId: 'suggest',
    ask: ({ query, size }) => ({ query: textsOf({ q: query, size }) }),
    isRead: true,
  }),
  tool({
    name: 'get_product_sources',
    title: 'Who says what about a product',
    description:
      'The sources of a product: what each of them says, under which licence, and what it says otherwise than the product has it.',
    input: z.strictObject({ id: z.string().describe('Id of the product') }),
    operationId: 'getProduct',
    ask: ({ id }) => ({ params: { id }, query: { fields: 'name,brand,sources' } }),
    isRead: true,
  }),
  tool({
    name: 'submit_product',
    title: 'Submit a product, or a correction of one',
    description:
      'Puts it into the review queue; nothing changes until a person has approved it. Ask the user before, and submit only what is ' +
      'on the package or on the page named in `source_url`. The answer has a token with which a question of the reviewer is answered.',
    // Assistants must not see the honeypot field, which is hidden from people too.
    input: newSubmissionSchema.omit({ website: true }),
    operationId: 'submitFacts',
    ask: (given) => ({ body: given }),
    isRead: false,
  }),
];

/** Converts values to texts, as in a query string. */
function textsOf<Given extends object>(given: Given): { [Name in keyof Given]?: unknown } {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  ) as { [Name in keyof Given]?: unknown };
}
