import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient, Query } from './api-client.ts';
import { useApi } from './api-context.ts';

/**
 * A read and its place in the cache: `/brands/7` is kept under `['brands', '7', query]`, so that renewing `['brands']`
 * renews it too.
 */
export function readOptions<T>(api: ApiClient, path: string, query: Query = {}) {
  return queryOptions({
    queryKey: [...path.split('/').filter(Boolean), query],
    queryFn: ({ signal }) => api.get<T>(path, query, signal),
  });
}

interface ReadSettings {
  /** False: not asked yet, as its path is not known or nobody looks. */
  enabled?: boolean;
  /** Asked again this often; see `useLiveInterval`. */
  refetchInterval?: number | false;
}

/** Reads from the service; while another page of the same list is fetched the one before stays. */
export function useRead<T>(path: string, query: Query = {}, settings: ReadSettings = {}) {
  const api = useApi();
  return useQuery({ ...readOptions<T>(api, path, query), ...settings });
}

/** As `useRead`, for lists whose filters and pages change: what was shown stays, paler, until the next is there. */
export function useListRead<T>(path: string, query: Query = {}, settings: ReadSettings = {}) {
  const api = useApi();
  return useQuery({ ...readOptions<T>(api, path, query), placeholderData: keepPreviousData, ...settings });
}
