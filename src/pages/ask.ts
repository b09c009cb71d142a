import type { Request, Response } from 'express';
import type { Product } from '../catalog/products/product-contract.ts';
import type { Brand } from '../catalog/brands/brand-contract.ts';
import type { CategoryTree } from '../catalog/categories/category-contract.ts';
import type { Source } from '../catalog/sources/source-contract.ts';
import type { Stats } from '../catalog/statistics/stats-contract.ts';
import type { RawInput } from '../http/requests/parse-input.ts';
import type { Route } from '../http/route.ts';
import { runRoute } from '../http/run-route.ts';
import type { ShownPage } from '../search/search-contract.ts';

/** What pages ask of the API, by `operationId`, and what it answers. */
export interface Answers {
  searchProducts: ShownPage;
  getProduct: Product;
  getProductByBarcode: Product;
  listBrands: { items: Brand[]; page: number; size: number; total: number };
  getCategoryTree: CategoryTree;
  getStats: Stats;
  listSources: { items: Source[] };
}

/**
 * Asks an endpoint of the API as its callers do: the same checks, the same deadline, the same answer.
 * @throws ApiError what the endpoint refuses
 */
export type Ask = <Id extends keyof Answers>(
  operationId: Id,
  input?: Partial<RawInput>,
) => Promise<Answers[Id]>;

/** For one request of a page. */
export function askFor(routes: ReadonlyMap<string, Route>, request: Request, response: Response): Ask {
  return async <Id extends keyof Answers>(operationId: Id, input: Partial<RawInput> = {}) => {
    const route = routes.get(operationId);
    if (!route) throw new Error(`no endpoint is called ${operationId}`);
    const whole = { params: {}, query: {}, body: undefined, ...input };
    return (await runRoute(route, whole, request, response)) as Answers[Id];
  };
}
