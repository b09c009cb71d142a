import { useEffect, useState } from 'react';
import { useOperator } from '../api/api-context.ts';

/**
 * What an operator has typed and not saved, kept for the tab: it outlives another page, an error and a reload, and is
 * his alone. `isChanged` says whether there is anything to keep.
 */
export function useKeptDraft<Draft>(name: string, start: () => Draft, isChanged: (draft: Draft) => boolean) {
  const key = `draft:${useOperator().id}:${name}`;
  const [draft, setDraft] = useState<Draft>(() => (readKept(key) as Draft | undefined) ?? start());
  const kept = isChanged(draft) ? JSON.stringify(draft) : undefined;
  useEffect(() => {
    try {
      if (kept === undefined) globalThis.sessionStorage.removeItem(key);
      else globalThis.sessionStorage.setItem(key, kept);
    } catch {
      // The storage is full: the draft lives as long as the page does.
    }
  }, [key, kept]);
  return [draft, setDraft] as const;
}

function readKept(key: string): unknown {
  try {
    return JSON.parse(globalThis.sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
