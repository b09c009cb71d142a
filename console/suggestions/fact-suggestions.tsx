import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';
import type { Facts } from '../products/facts/product-facts.ts';

/** Waits for a pause in typing before it fetches suggestions. */
const PAUSE_MS = 400;

/** Suggested improvements of the facts in a form; an accepted one is filled in. */
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
  // An answer to an older state must not overwrite what was typed or accepted since.
  const open = facts === asked ? suggestions.filter(({ rule }) => !left.includes(rule)) : [];
  return (
    <SuggestionList
      suggestions={open}
      onAccept={({ facts: better }) => onChange(better)}
      onLeave={({ rule }) => setLeft([...left, rule])}
    />
  );
}
