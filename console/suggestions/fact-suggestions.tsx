import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';
import type { Facts } from '../products/facts/product-facts.ts';

/** Waits for a pause in typing before it asks for suggestions. */
const PAUSE_MS = 400;

/** What could be said better than the form does; accepted, it stands in the form. */
export function FactSuggestions({
  facts,
  productId,
  onChange,
}: {
  facts: Facts;
  productId: string | undefined;
  onChange: (change: Partial<Facts>) => void;
}) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [asked] = useDebouncedValue(facts, PAUSE_MS);
  const suggestions = useSuggestions(asked, productId, facts.name !== '');
  // What has been typed or accepted since is not to be overwritten by an answer about what stood there before.
  const open = facts === asked ? suggestions.filter(({ rule }) => !left.includes(rule)) : [];
  return (
    <SuggestionList
      suggestions={open}
      onAccept={({ facts: better }) => onChange(better)}
      onLeave={({ rule }) => setLeft([...left, rule])}
    />
  );
}
