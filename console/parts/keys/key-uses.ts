/** After this many uses the hint of a key disappears. */
export const USES_UNTIL_LEARNT = 10;
const STORED_AS = 'key-uses';

const listeners = new Set<() => void>();
let uses = readStored();

export function countUses(keys: string): number {
  return uses[keys] ?? 0;
}

/** Counts uses of a key until it is learnt; shared by all operators of this browser. */
export function noteUse(keys: string): void {
  if (countUses(keys) >= USES_UNTIL_LEARNT) return;
  uses = { ...uses, [keys]: countUses(keys) + 1 };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(uses));
  } catch {
    // The storage is full: the hint returns after a reload.
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
