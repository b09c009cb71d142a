import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from './wanted-languages.ts';
import { routesOf } from '../../platform/http/route.ts';
import { QUALIFIED_FROM, qualitySchema } from '../../quality/quality-contract.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { readProductStates } from '../../facts/state/product-state-store.ts';
import { buildStateQuality, isInUse } from '../../facts/state/product-state.ts';
import { MSRP_DISCLAIMER, msrpListSchema } from '../../facts/values/msrp-contract.ts';
import { NUTRIMENTS_DISCLAIMER, nutrimentsSchema } from '../../facts/registry/nutriments-contract.ts';
import { withAbsolutePictures } from '../pictures/picture-address.ts';
import { showProduct } from './shown-language.ts';
import { productFields, productQuery, shownProductSchema } from './product-contract.ts';
import { comparisonSchema } from '../category-comparison/comparison-contract.ts';
import { compareWithCategory } from '../category-comparison/comparison-store.ts';
import { withCodeNamesOfOne, type NamingDependencies } from '../names/name-product-codes.ts';
import { findNutriments } from '../nutrition/nutriments-store.ts';
import { findMergedInto, findProduct, listMsrp } from './product-store.ts';

const route = routesOf({ tag: 'Products' });

/** The example is a product of the demo catalogue, so that it works on a first start. */
const params = z.object({ id: pathId('Id of the product', '600ee031-e4be-5cc9-ba9b-2d37e2456165') });

/** Returns the error for an id without a product in use: 301 to the product that it was merged into, or 404. */
async function noSuchProduct(db: Db, id: string, url: string): Promise<ApiError> {
  const winnerId = (await findMergedInto(db, [id])).get(id);
  if (winnerId === undefined) return new ApiError('not_found', 'There is no product with this id.');
  return new ApiError('merged', 'This product was merged into another one.', {
    headers: { Location: url.replace(/\/products\/[^/?]+/, `/products/${winnerId}`) },
    details: { merged_into: winnerId },
  });
}

export function productRoutes(deps: NamingDependencies) {
  const { db } = deps;
  return [
    route('get', '/products/{id}', 'getProduct', {
      summary: 'A product with all its facts, barcodes and sources',
      description: 'The id of a product that was merged into another one is answered with 301 to that one.',
      params,
      query: productQuery,
      response: shownProductSchema,
      part: productFields.part,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found', 'merged'],
      handler: async ({ params: { id }, query: { lang, fields }, headers, url, root, setLanguage }) => {
        const product = await findProduct(db, id);
        if (!product) throw await noSuchProduct(db, id, url);
        const languages = readWantedLanguages(lang, headers);
        const shown = showProduct(withAbsolutePictures(product, root), { languages, fields });
        setLanguage(shown.name_lang);
        return await withCodeNamesOfOne(deps, productFields.pick(shown, fields), lang);
      },
    }),
    route('get', '/products/{id}/nutriments', 'getNutriments', {
      summary: 'The nutrition facts of a product',
      description: 'A product that is no food, or whose nutrition is unknown, has null fields.',
      params,
      response: nutrimentsSchema,
      errors: ['not_found', 'merged'],
      handler: async ({ params: { id }, url }) => {
        const nutriments = await findNutriments(db, id);
        if (!nutriments) throw await noSuchProduct(db, id, url);
        return { ...nutriments, disclaimer: NUTRIMENTS_DISCLAIMER };
      },
    }),
    route('get', '/products/{id}/comparison', 'compareWithCategory', {
      summary: 'A product beside others of its category',
      description:
        'Its nutrients against the median of the category, and products with a better Nutri-Score. What is no food is ' +
        'compared with nothing.',
      params,
      query: languageQuery,
      response: comparisonSchema,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found', 'merged'],
      handler: async ({ params: { id }, query: { lang }, headers, url, root }) => {
        const wanted = readWantedLanguages(lang, headers);
        const comparison = await compareWithCategory(db, id, { wanted, root });
        if (!comparison) throw await noSuchProduct(db, id, url);
        return comparison;
      },
    }),
    route('get', '/products/{id}/msrp', 'listMsrp', {
      summary: 'The suggested retail prices of a product, newest first',
      description: 'For reference only. An unknown product has an empty list.',
      params,
      response: msrpListSchema,
      errors: ['not_found', 'merged'],
      handler: async ({ params: { id }, url }) => {
        const items = await listMsrp(db, id);
        if (items.length === 0) {
          const refusal = await noSuchProduct(db, id, url);
          // This endpoint has no 404 in the contract.
          if (refusal.code === 'merged') throw refusal;
        }
        return { product_id: id, items, disclaimer: MSRP_DISCLAIMER };
      },
    }),
    route('get', '/products/{id}/quality', 'getQuality', {
      summary: 'The quality score of a product, part by part',
      params,
      response: qualitySchema,
      errors: ['not_found', 'merged'],
      handler: async ({ params: { id }, url }) => {
        const state = (await readProductStates(db, [id])).get(id);
        if (!state || !isInUse(state)) throw await noSuchProduct(db, id, url);
        const context = await loadCatalogueContext(db, [id]);
        const { score, parts, failedChecks, penalty } = buildStateQuality(state, context);
        return {
          product_id: id,
          quality_score: score,
          is_qualified: score >= QUALIFIED_FROM,
          parts,
          failed_checks: failedChecks,
          penalty,
        };
      },
    }),
  ];
}
