import { useState } from 'react';

/** Ticked rows of a list, for bulk actions. With Shift, ticks every row from the last ticked one to this one. */
export function useTicks(ids: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const without = (gone: ReadonlySet<string>) =>
    setTicked((before) => new Set([...before].filter((id) => !gone.has(id))));
  return {
    /** The ticked rows that are in the list, in its order. */
    ticked: ids.filter((id) => ticked.has(id)),
    /** Also those of other pages. */
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
