/** From then on a key is known, and its hint is gone. */
export const USES_UNTIL_LEARNT = 10;
const STORED_AS = 'key-uses';

const listeners = new Set<() => void>();
let uses = readStored();

export function countUses(keys: string): number {
  return uses[keys] ?? 0;
}

/** Counts a use of a key until it is learnt; kept in the browser, for all who use it. */
export function noteUse(keys: string): void {
  if (countUses(keys) >= USES_UNTIL_LEARNT) return;
  uses = { ...uses, [keys]: countUses(keys) + 1 };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(uses));
  } catch {
    // The storage is full: the hint is back after a reload.
  }
  for (const listener of listeners) listener();
}

export function subscribeToUses(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readStored(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
