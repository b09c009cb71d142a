import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkResult } from '../../src/catalog/bulk/bulk-contract.ts';
import type { Body, Query } from '../api/api-calls.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useApi } from '../api/api-context.ts';

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never;

export type WantedChange = Without<Body<'post', '/products/bulk'>, 'ids' | 'dry_run'>;

/** The products of a change: the ticked ones, or the first that match a filter at the dry run. */
export type BulkTarget = { ids: readonly string[] } | { filters: Query<'/products'> };

const PAGE_SIZE = 100;
/** The most products per change; the rest are left for the next one. */
export const MAX_AT_ONCE = 500;

/** Applies a change in parts, so that progress shows and no call takes long. */
export function useBulkRun(target: BulkTarget, onDone?: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [judged, setJudged] = useState(0);
  const [ids, setIds] = useState<readonly string[]>();
  const run = useMutation({
    mutationFn: async ({ change, isDryRun }: { change: WantedChange; isDryRun: boolean }) => {
      setJudged(0);
      // Applies to the products of the dry run, even if others match the filter by now.
      const chosen = isDryRun || !ids ? await listIds(api, target) : ids;
      setIds(chosen);
      let outcome: BulkResult | undefined;
      for (let start = 0; start < chosen.length; start += PAGE_SIZE) {
        const body = { ...change, ids: chosen.slice(start, start + PAGE_SIZE), dry_run: isDryRun };
        const part = await api.post('/products/bulk', { body });
        outcome = outcome ? addOutcomes(outcome, part) : part;
        setJudged(start + part.results.length);
      }
      return outcome;
    },
    onSettled: async (_outcome, _error, { isDryRun }) => {
      if (isDryRun) return;
      onDone?.();
      await queryClient.invalidateQueries({ queryKey: ['products'] });
    },
  });
  return {
    run: (change: WantedChange, isDryRun: boolean) => run.mutate({ change, isDryRun }),
    reset: run.reset,
    isRunning: run.isPending,
    judged,
    outcome: run.data,
    error: run.error,
  };
}

async function listIds(api: ApiClient, target: BulkTarget): Promise<readonly string[]> {
  if ('ids' in target) return target.ids.slice(0, MAX_AT_ONCE);
  const ids: string[] = [];
  for (let page = 1; ids.length < MAX_AT_ONCE; page += 1) {
    const query = { ...target.filters, sort: 'name', page, size: PAGE_SIZE } as const;
    const { items } = await api.get('/products', { query });
    ids.push(...items.map(({ id }) => id));
    if (items.length < PAGE_SIZE) break;
  }
  return ids;
}

export function addOutcomes(one: BulkResult, other: BulkResult): BulkResult {
  return {
    ...one,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
    results: [...one.results, ...other.results],
  };
}
