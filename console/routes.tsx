import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { output, ZodMiniType } from 'zod/mini';
import { auditSearch } from './audit/audit-search.ts';
import { brandSearch } from './brands/brand-search.ts';
import { categorySearch } from './categories/category-search.ts';
import { keySearch } from './keys/key-search.ts';
import { ConsoleLayout } from './layout/console-layout.tsx';
import { PageProblem, UnknownPage } from './layout/page-problem.tsx';
import { loadPage } from './load-file.ts';
import { missSearch } from './misses/miss-search.ts';
import { pageSearch } from './parts/search-params.ts';
import { newProductSearch, productPageSearch } from './products/product-page-search.ts';
import { productSearch } from './products/list/product-search.ts';
import { reviewSearch } from './review/review-search.ts';
import { Skeleton, Stack } from '@mantine/core';

const rootRoute = createRootRoute({ component: ConsoleLayout, notFoundComponent: UnknownPage });
const getParentRoute = () => rootRoute;

/** Drops unknown search parameters: the router keeps them, and the service refuses them. */
const readSearch =
  <S extends ZodMiniType<Record<string, unknown>>>(shape: S) =>
  (search: Record<string, unknown>): output<S> => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...shape.parse(search),
  });

const startRoute = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/review' });
  },
});

const accountRoute = createRoute({
  getParentRoute,
  path: '/me',
  component: loadPage(() => import('./account/own-access-page.tsx'), 'OwnAccessPage'),
});

const reviewRoute = createRoute({
  getParentRoute,
  path: '/review',
  validateSearch: readSearch(reviewSearch),
  component: loadPage(() => import('./review/review-page.tsx'), 'ReviewPage'),
});

const brandsRoute = createRoute({
  getParentRoute,
  path: '/brands',
  validateSearch: readSearch(brandSearch),
  component: loadPage(() => import('./brands/brands-page.tsx'), 'BrandsPage'),
});

const brandRoute = createRoute({
  getParentRoute,
  path: '/brands/$brandId',
  component: loadPage(() => import('./brands/brand-page.tsx'), 'BrandPage'),
});

const operatorsRoute = createRoute({
  getParentRoute,
  path: '/operators',
  validateSearch: readSearch(pageSearch),
  component: loadPage(() => import('./operators/operators-page.tsx'), 'OperatorsPage'),
});

const keysRoute = createRoute({
  getParentRoute,
  path: '/keys',
  validateSearch: readSearch(keySearch),
  component: loadPage(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});

const keyRoute = createRoute({
  getParentRoute,
  path: '/keys/$accountId',
  component: loadPage(() => import('./keys/account-page.tsx'), 'AccountPage'),
});

const tiersRoute = createRoute({
  getParentRoute,
  path: '/tiers',
  component: loadPage(() => import('./tiers/tiers-page.tsx'), 'TiersPage'),
});

const reasonsRoute = createRoute({
  getParentRoute,
  path: '/reject-reasons',
  component: loadPage(() => import('./reasons/reasons-page.tsx'), 'ReasonsPage'),
});

const rulesRoute = createRoute({
  getParentRoute,
  path: '/review-rules',
  component: loadPage(() => import('./rules/rules-page.tsx'), 'RulesPage'),
});

const sourcesRoute = createRoute({
  getParentRoute,
  path: '/sources',
  component: loadPage(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
});

const categoriesRoute = createRoute({
  getParentRoute,
  path: '/categories',
  validateSearch: readSearch(categorySearch),
  component: loadPage(() => import('./categories/categories-page.tsx'), 'CategoriesPage'),
});

const namesRoute = createRoute({
  getParentRoute,
  path: '/names',
  component: loadPage(() => import('./names/names-page.tsx'), 'NamesPage'),
});

const kindsRoute = createRoute({
  getParentRoute,
  path: '/kinds',
  component: loadPage(() => import('./kinds/kinds-page.tsx'), 'KindsPage'),
});

const kindRoute = createRoute({
  getParentRoute,
  path: '/kinds/$code',
  component: loadPage(() => import('./kinds/kind-page.tsx'), 'KindPage'),
});

const productsRoute = createRoute({
  getParentRoute,
  path: '/products',
  validateSearch: readSearch(productSearch),
  component: loadPage(() => import('./products/list/products-page.tsx'), 'ProductsPage'),
});

const newProductRoute = createRoute({
  getParentRoute,
  path: '/products/new',
  validateSearch: readSearch(newProductSearch),
  component: loadPage(() => import('./products/new-product-page.tsx'), 'NewProductPage'),
});

const productRoute = createRoute({
  getParentRoute,
  path: '/products/$productId',
  validateSearch: readSearch(productPageSearch),
  component: loadPage(() => import('./products/product-page.tsx'), 'ProductPage'),
});

const missesRoute = createRoute({
  getParentRoute,
  path: '/misses',
  validateSearch: readSearch(missSearch),
  component: loadPage(() => import('./misses/misses-page.tsx'), 'MissesPage'),
});

const bulkRoute = createRoute({
  getParentRoute,
  path: '/bulk',
  validateSearch: readSearch(productSearch),
  component: loadPage(() => import('./bulk/bulk-page.tsx'), 'BulkPage'),
});

const operationsRoute = createRoute({
  getParentRoute,
  path: '/operations',
  component: loadPage(() => import('./operations/operations-page.tsx'), 'OperationsPage'),
});

const statisticsRoute = createRoute({
  getParentRoute,
  path: '/statistics',
  component: loadPage(() => import('./statistics/statistics-page.tsx'), 'StatisticsPage'),
});

/** The address of a page of earlier releases. */
const reviewStatsRoute = createRoute({
  getParentRoute,
  path: '/statistics/review',
  beforeLoad: () => {
    throw redirect({ to: '/statistics' });
  },
});

const auditRoute = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: readSearch(auditSearch),
  component: loadPage(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  accountRoute,
  reviewRoute,
  productsRoute,
  newProductRoute,
  productRoute,
  brandsRoute,
  brandRoute,
  categoriesRoute,
  namesRoute,
  kindsRoute,
  kindRoute,
  missesRoute,
  bulkRoute,
  operationsRoute,
  statisticsRoute,
  reviewStatsRoute,
  auditRoute,
  operatorsRoute,
  keysRoute,
  keyRoute,
  tiersRoute,
  sourcesRoute,
  reasonsRoute,
  rulesRoute,
]);

/** Creates the router of all pages; each page's code is loaded on demand. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingComponent: PagePlaceholder,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageProblem,
    scrollRestoration: true,
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}

/** A page skeleton while the page's code loads. */
function PagePlaceholder() {
  return (
    <Stack aria-busy="true" aria-label="Loading">
      <Skeleton height={30} width={240} />
      <Skeleton height={220} />
    </Stack>
  );
}
