import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { PathOf, Sent, SentArguments } from './api-calls.ts';
import type { ApiClient } from './api-client.ts';
import { useApi } from './api-context.ts';

type ReadPath = PathOf<'get'>;

/**
 * A read and its place in the cache: `/brands/{id}` is kept under `['brands', '7', query]`, so that renewing
 * `['brands']` renews it too.
 */
export function readOptions<P extends ReadPath>(api: ApiClient, path: P, sent: Sent<'get', P> | undefined) {
  const names: Record<string, unknown> = sent?.path ?? {};
  const steps = path.split('/').filter(Boolean);
  return queryOptions({
    queryKey: [
      ...steps.map((step) => (step.startsWith('{') ? names[step.slice(1, -1)] : step)),
      sent?.query ?? {},
    ],
    queryFn: ({ signal }) =>
      api.get(path, ...([sent, { signal }] as SentArguments<'get', P, { signal: AbortSignal }>)),
  });
}

interface ReadSettings {
  /** False: does not fetch yet, because its path is unknown or it is not visible. */
  enabled?: boolean;
  /** Asked again this often; see `useLiveInterval`. */
  refetchInterval?: number | false;
}

/** Reads from the service; while another page of the same list is fetched the one before stays. */
export function useRead<P extends ReadPath>(
  path: P,
  ...[sent, settings]: SentArguments<'get', P, ReadSettings>
) {
  const api = useApi();
  return useQuery({ ...readOptions(api, path, sent), ...settings });
}

/** As `useRead`, for lists whose filters and pages change: what was shown stays, paler, until the next is there. */
export function useListRead<P extends ReadPath>(
  path: P,
  ...[sent, settings]: SentArguments<'get', P, ReadSettings>
) {
  const api = useApi();
  return useQuery({ ...readOptions(api, path, sent), placeholderData: keepPreviousData, ...settings });
}
