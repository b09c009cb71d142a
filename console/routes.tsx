import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ConsoleLayout } from './layout/console-layout.tsx';
import { PagePlaceholder } from './layout/page-placeholder.tsx';
import { PageProblem, UnknownPage } from './layout/page-problem.tsx';

const rootRoute = createRootRoute({ component: ConsoleLayout, notFoundComponent: UnknownPage });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/review' });
  },
});

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
});

const routeTree = rootRoute.addChildren([startRoute, reviewRoute]);

/** Every page of the console; each is a file of its own that is loaded when it is first wanted. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingComponent: PagePlaceholder,
    defaultPendingMs: 200,
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
