import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const MAX_RETRIES = 2;

/** Reads are tried again when the service was away; a refusal stays one. Writes are never sent twice unasked. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}

/** The service was away or too busy: the same call may well succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}
