import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { NUTRIMENT_KEYS } from '../../src/facts/registry/nutriment-keys.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Answer, Body } from '../api/api-calls.ts';
import { useApi } from '../api/api-context.ts';

export type Suggestion = Answer<'post', '/suggestions'>['suggestions'][number];
type Query = Body<'post', '/suggestions'>;

const TEXTS = ['name', 'brand', 'category', 'net_content_unit', 'country_of_origin'] as const;
const MAX_CHARACTERS = 300;
const FRESH_MS = 60_000;

/**
 * The service's suggestions for these facts.
 * @param facts by wire names, unchecked: unsupported values are left out of the request
 */
export function suggestionOptions(
  api: ApiClient,
  facts: Readonly<Record<string, unknown>>,
  productId: string | undefined,
) {
  const body: Query = { ...(productId ? { product_id: productId } : {}), facts: pickSaid(facts) };
  return queryOptions({
    queryKey: ['suggestions', body],
    queryFn: ({ signal }) => api.post('/suggestions', { body }, { signal }),
    staleTime: FRESH_MS,
    // Optional, so not worth a retry.
    retry: false,
  });
}

export function useSuggestions(
  facts: Readonly<Record<string, unknown>>,
  productId: string | undefined,
  enabled: boolean,
): Suggestion[] {
  const api = useApi();
  // The previous suggestions stay while the next ones load, so that the next key press acts on the next one.
  const options = { ...suggestionOptions(api, facts, productId), enabled, placeholderData: keepPreviousData };
  const { data } = useQuery(options);
  return (data?.suggestions ?? []).filter(({ facts: better }) =>
    Object.entries(better).some(([name, value]) => JSON.stringify(facts[name]) !== JSON.stringify(value)),
  );
}

function pickSaid(facts: Readonly<Record<string, unknown>>): Query['facts'] {
  const texts = TEXTS.flatMap((name) => {
    const value = facts[name];
    const isSaid = typeof value === 'string' && value.trim() !== '' && value.length <= MAX_CHARACTERS;
    return isSaid ? [[name, value.trim()]] : [];
  });
  const amount = facts['net_content_value'];
  const amounts = Object.entries(facts['nutriments'] ?? {}).filter(
    ([key, value]) =>
      (NUTRIMENT_KEYS as readonly string[]).includes(key) && typeof value === 'number' && value >= 0,
  );
  return {
    ...Object.fromEntries(texts),
    ...(typeof amount === 'number' && amount > 0 ? { net_content_value: amount } : {}),
    ...(amounts.length > 0 ? { nutriments: Object.fromEntries(amounts) } : {}),
  };
}
