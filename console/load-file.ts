import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { ApiProblem, isProblem } from './api/api-problem.ts';

const PATIENCE_MS = 3_000;
const RETRY_MS = 2_000;

/**
 * Loads a page's code on demand. A failed load is shown as a problem inside the console. By default the router would
 * reload the document, which shows the browser's own error page while the service is unavailable.
 */
export function loadPage<Module extends Record<Name, ComponentType>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<object> {
  const loadOrExplain = async () => ({ page: await load().then((module) => module[name], explain) });
  return lazyRouteComponent(loadOrExplain, 'page') as AsyncRouteComponent<object>;
}

/** Loads a part of a page on demand, and retries until the service answers. */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadWithRetries = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load().catch(explain) };
    } catch (problem) {
      if (isProblem(problem, 'outdated')) throw problem;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return await loadWithRetries();
    }
  };
  return lazy(loadWithRetries);
}

async function explain(cause: unknown): Promise<never> {
  const isThere = await fetch('/healthz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) {
    throw new ApiProblem('outdated', 'There is a newer console. Load it to go on to this page.', { cause });
  }
  throw new ApiProblem(
    'unreachable',
    'The service cannot be reached, and this page has not been loaded yet.',
    {
      cause,
    },
  );
}
