import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const MAX_RETRIES = 2;
/** After its retries a query shows the problem, and retries at this interval while it is on the page. */
const AWAY_MS = 10_000;

/**
 * Retries reads while the service is unavailable and the query is on the page; a refusal is not retried. Writes are
 * never retried automatically.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state: { error } }) => isPassing(error) && AWAY_MS,
      },
      mutations: { retry: false },
    },
  });
}

/** Returns whether the service was unavailable or overloaded: the same call may succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}
