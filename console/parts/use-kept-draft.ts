import { useEffect, useState } from 'react';
import { useOperator } from '../api/api-context.ts';

/**
 * Unsaved input, kept for the tab and the operator: it survives navigation, an error and a reload. `isChanged` says
 * whether the draft is worth keeping.
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
      // The storage is full: the draft is lost when the page closes.
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
