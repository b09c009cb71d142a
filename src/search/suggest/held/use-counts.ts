import { withPlace } from '../../memory/tables/growing-arrays.ts';
import type { Saved } from '../../memory/tables/saved-tables.ts';

/** How many of the held products have a brand, or are in a category: by its number. */
export interface UseCounts {
  /** One more of these, or one less. Returns how many there are now. */
  add(number: number, by: 1 | -1): number;
  of(number: number): number;
  save(): Saved;
  load(saved: Saved): void;
}

export function createUseCounts(): UseCounts {
  let counts = new Int32Array(1_024);
  return {
    add(number, by) {
      counts = withPlace(counts, number);
      return (counts[number] = (counts[number] as number) + by);
    },
    of: (number) => counts[number] ?? 0,
    save: () => ({ counts }),
    load: (saved) => void (counts = saved['counts'] as typeof counts),
  };
}
