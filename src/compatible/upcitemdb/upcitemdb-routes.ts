import { z } from 'zod';
import type { ProductPart } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { CallOwn } from '../own-endpoints.ts';

const FACTS =
  'brand,description,category_path,net_content_value,net_content_unit,pictures,name_lang,sources' as const;

const itemSchema = z.object({
  ean: z.string().meta({ description: '13 digits', example: '0012345678905' }),
  upc: z.string().optional().meta({ description: '12 digits, where the barcode is a UPC' }),
  gtin: z.string().meta({ description: '14 digits' }),
  title: z.string(),
  description: z.string(),
  brand: z.string(),
  model: z.string(),
  size: z.string(),
  category: z.string(),
  images: z.array(z.string()),
  offers: z.array(z.string()).max(0).meta({ description: 'Always empty: shops are not asked' }),
  attribution: z.array(z.string()).meta({ description: 'The sources of the facts and their licences' }),
  link: z.string(),
});

const answerSchema = z
  .object({
    code: z.literal('OK'),
    total: z.number().int(),
    offset: z.literal(0),
    items: z.array(itemSchema),
  })
  .meta({ id: 'UpcAnswer' });

/** Returns the lookup of UPCitemdb, from what our own lookup answers: an unknown barcode has no items. */
export function upcitemdbRoutes(callOwn: CallOwn): Route[] {
  return ['/prod/trial/lookup', '/prod/v1/lookup'].map((path) =>
    route('get', path, `lookUpUpc_${path.includes('v1') ? 'v1' : 'trial'}`, {
      tag: 'UPCitemdb',
      summary: 'The product with a barcode',
      isLenient: true,
      query: z.object({
        upc: z.string().optional().meta({ description: 'A barcode', example: '9521000000018' }),
      }),
      response: answerSchema,
      headers: { Link: '</api/v1/sources>; rel="license"' },
      handler: async ({ query: { upc = '' }, ...input }) => {
        try {
          const product = (await callOwn('getProductByBarcode', input, {
            params: { gtin: upc.trim() },
            query: { fields: FACTS },
          })) as ProductPart;
          return {
            code: 'OK' as const,
            total: 1,
            offset: 0 as const,
            items: [renderItem(product, input.root)],
          };
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
          if (!error.details) return { code: 'OK' as const, total: 0, offset: 0 as const, items: [] };
          throw new ApiError('invalid_parameter', 'Not a valid UPC code.', { details: error.details });
        }
      },
    }),
  );
}

function renderItem(product: ProductPart, root: string): z.input<typeof itemSchema> {
  const gtin = (product.gtin ?? '').padStart(14, '0');
  const { net_content_value: value, net_content_unit: unit } = product;
  return {
    ean: gtin.slice(1),
    ...(gtin.startsWith('00') && { upc: gtin.slice(2) }),
    gtin,
    title: product.brand ? `${product.brand} ${product.name}` : product.name,
    description: product.description ?? '',
    brand: product.brand ?? '',
    model: '',
    size: value == null || unit == null ? '' : `${value} ${unit}`,
    category: (product.category_path ?? '').split('/').join(' > '),
    images: (product.pictures ?? []).map(({ urls }) => urls[400] ?? urls.full),
    offers: [],
    attribution: (product.sources ?? []).map(({ name, license }) =>
      license ? `${name} (${license})` : name,
    ),
    link: root + pageAddressOf(product),
  };
}

/** Their codes of errors. */
const CODES: Partial<Record<ApiError['code'], string>> = {
  invalid_parameter: 'INVALID_UPC',
  invalid_api_key: 'AUTH_ERR',
  rate_limited: 'TOO_FAST',
  quota_exhausted: 'EXCEED_LIMIT',
  not_found: 'NOT_FOUND',
};

/** Returns the body of an error in their form. */
export const buildUpcError = ({ code, message }: ApiError): object => ({
  code: CODES[code] ?? 'SERVER_ERR',
  message,
});
