import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer, PathOf, Sent, SentArguments } from './api-calls.ts';
import type { ApiClient } from './api-client.ts';
import { useApi } from './api-context.ts';

type ReadPath = PathOf<'get'>;

/**
 * Query options of a read. `/brands/{id}` is cached under `['brands', '7', query]`, so that invalidating `['brands']`
 * refetches it too.
 */
export function readOptions<P extends ReadPath>(api: ApiClient, path: P, sent: Sent<'get', P> | undefined) {
  const names: Record<string, unknown> = sent?.path ?? {};
  const steps = path.split('/').filter(Boolean);
  return queryOptions({
    queryKey: [
      ...steps.map((step) => (step.startsWith('{') ? names[step.slice(1, -1)] : step)),
      sent?.query ?? {},
    ],
    queryFn: ({ signal }) => api.call('get', path, sent, { signal }) as Promise<Answer<'get', P>>,
  });
}

interface ReadSettings {
  /** False while the path is unknown or the component is not visible. */
  enabled?: boolean;
  /** Polling interval in ms; see `useLiveInterval`. */
  refetchInterval?: number | false;
}

/** Reads from the service. While another page of the same list loads, the previous one stays. */
export function useRead<P extends ReadPath>(
  path: P,
  ...[sent, settings]: SentArguments<'get', P, ReadSettings>
) {
  const api = useApi();
  return useQuery({ ...readOptions(api, path, sent), ...settings });
}

/** Like `useRead`, for lists with filters and pages: the previous rows stay, dimmed, until the next ones arrive. */
export function useListRead<P extends ReadPath>(
  path: P,
  ...[sent, settings]: SentArguments<'get', P, ReadSettings>
) {
  const api = useApi();
  return useQuery({ ...readOptions(api, path, sent), placeholderData: keepPreviousData, ...settings });
}
