import type { Product } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { compactCode, computeCheckDigit, parseGtin } from '../../facts/values/gtin.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { followPath } from '../categories/find-trail.ts';
import type { Ask } from '../ask.ts';
import type { Page, PageContext, PageRoute, Redirect } from '../page.ts';
import { chooseFront } from '../../catalog/pictures/picture-address.ts';
import { buildProductJsonLd } from './product-json-ld.ts';
import { ProductView } from './product-view.tsx';
import { buildUnknownPage } from './unknown-product.tsx';
import { languageHeader } from '../texts/find-language.ts';

/** The page of a product, by any of its barcodes; the canonical address has the primary one. */
export const productPage: PageRoute = {
  method: 'get',
  path: '/product/:gtin',
  async show(context) {
    const gtin = compactCode(String(context.request.params['gtin']));
    try {
      const product = await context.ask('getProductByBarcode', {
        params: { gtin },
        headers: languageHeader(context.texts.language),
      });
      return await show(context, product);
    } catch (error) {
      // An unknown barcode, or digits that cannot be a barcode.
      const isUnknown = error instanceof ApiError && error.code === 'not_found' && /^\d{1,20}$/.test(gtin);
      if (isUnknown) return buildUnknownPage(gtin, context.texts, await findMeant(context.ask, gtin));
      throw error;
    }
  },
};

/** Returns the product whose barcode differs in its check digit alone. */
async function findMeant(ask: Ask, digits: string): Promise<Product | undefined> {
  const read = parseGtin(digits);
  if (read.ok || read.reason !== 'bad_check_digit') return undefined;
  const body = digits.slice(0, -1);
  return await findByCode(ask, `${body}${computeCheckDigit(body)}`);
}

/** Returns the product with the barcode, if there is one. */
export async function findByCode(ask: Ask, gtin: string): Promise<Product | undefined> {
  try {
    return await ask('getProductByBarcode', { params: { gtin } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The page of a product without a barcode. */
export const productByIdPage: PageRoute = {
  method: 'get',
  path: '/product/id/:id',
  async show(context) {
    const { id } = context.request.params;
    return show(
      context,
      await context.ask('getProduct', { params: { id }, headers: languageHeader(context.texts.language) }),
    );
  },
};

async function show(context: PageContext, product: Product): Promise<Page | Redirect> {
  const { request, ask, texts, root } = context;
  const canonical = pageAddressOf(product);
  if (request.path !== canonical) {
    const { search } = new URL(request.originalUrl, 'http://localhost');
    return { status: 308, location: canonical + search };
  }
  const query = { lang: texts.language };
  const [{ items }, comparison] = await Promise.all([
    ask('getCategoryTree', { query }),
    product.archive_kind === 'food' && ask('compareWithCategory', { params: { id: product.id }, query }),
  ]);
  const trail = product.category_path === null ? [] : followPath(items, product.category_path);
  const { name, brand, pictures } = product;
  const title = brand === null ? name : `${name} – ${brand}`;
  const front = chooseFront(pictures);
  return {
    title,
    description: texts.t('product.description', { title }),
    canonical,
    image: front?.urls[400] ?? front?.urls.full,
    jsonLd: buildProductJsonLd(product, { root, category: trail.at(-1)?.name, texts }),
    styles: ['product.css'],
    scripts: ['copy.js'],
    body: (
      <ProductView
        product={product}
        trail={trail}
        comparison={comparison || undefined}
        address={root + canonical}
        texts={texts}
      />
    ),
  };
}
