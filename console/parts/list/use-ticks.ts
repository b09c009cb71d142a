import { useState } from 'react';

/** Rows of a list that are ticked for a bulk decision; with Shift, all from the one ticked before to this one. */
export function useTicks(ids: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const without = (gone: ReadonlySet<string>) =>
    setTicked((before) => new Set([...before].filter((id) => !gone.has(id))));
  return {
    /** Those that are in the list, in its order. */
    ticked: ids.filter((id) => ticked.has(id)),
    /** The same with those of other pages of the list. */
    all: ticked,
    tick: (id: string, isRange = false) => {
      const [from, to] = [ids.indexOf(isRange ? (last ?? id) : id), ids.indexOf(id)];
      const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      setLast(id);
      if (ticked.has(id) && !isRange) without(new Set([id]));
      else setTicked(new Set([...ticked, ...range]));
    },
    tickAll: () => setTicked(new Set([...ticked, ...ids])),
    clear: () => setTicked(new Set()),
    without,
  };
}
