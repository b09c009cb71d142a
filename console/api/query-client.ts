import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const MAX_RETRIES = 2;
/** After these a problem is shown; what is on the page is still asked for, this often. */
const AWAY_MS = 10_000;

/**
 * Reads are tried again when the service was away, for as long as they are on the page; a refusal stays one. Writes are
 * never sent twice unasked.
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

/** The service was away or too busy: the same call may well succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}
