import type { Numbers, Saved } from './saved-tables.ts';

/** The array, or a longer copy of it that has a place `at`. */
export function withPlace<T extends Numbers>(array: T, at: number): T {
  if (at < array.length) return array;
  // By a quarter: of what is held for millions of products no more than a fifth stands empty.
  const longer = new (array.constructor as new (length: number) => T)(
    Math.max(at + 1, Math.ceil(array.length * 1.25), 1_024),
  );
  longer.set(array);
  return longer;
}

/** Lists of numbers, by the number of the list. */
export interface NumberLists {
  add(list: number, value: number): void;
  lengthOf(list: number): number;
  /** The values of a list, until the next `add`. */
  valuesOf(list: number): Int32Array;
  save(): Saved;
  load(saved: Saved): void;
}

/**
 * Many lists that grow, in one array: most have one or two values, and an object for each would be more than these. A
 * list has room for the next power of two; the room it leaves when it grows is another's.
 */
export function createNumberLists(): NumberLists {
  let values = new Int32Array(1_024);
  let end = 0;
  let starts = new Int32Array(1_024);
  let lengths = new Int32Array(1_024);
  /** Starts of rooms that were left, by the logarithm of their size. */
  let free: number[][] = Array.from({ length: 32 }, () => []);

  /** A room for `2 ** size` values. */
  const takeRoom = (size: number): number => {
    const left = free[size]?.pop();
    if (left !== undefined) return left;
    const start = end;
    end += 2 ** size;
    values = withPlace(values, end);
    return start;
  };

  return {
    add(list, value) {
      starts = withPlace(starts, list);
      lengths = withPlace(lengths, list);
      const length = lengths[list] as number;
      const isFull = (length & (length - 1)) === 0;
      if (length === 0) starts[list] = takeRoom(0);
      else if (isFull) {
        const size = Math.log2(length);
        const from = starts[list] as number;
        const to = takeRoom(size + 1);
        values.copyWithin(to, from, from + length);
        free[size]?.push(from);
        starts[list] = to;
      }
      values[(starts[list] as number) + length] = value;
      lengths[list] = length + 1;
    },
    lengthOf: (list) => lengths[list] ?? 0,
    valuesOf(list) {
      const start = starts[list] ?? 0;
      return values.subarray(start, start + (lengths[list] ?? 0));
    },
    save: () => ({ values: values.subarray(0, end), end, starts, lengths, free }),
    load(saved) {
      ({ values, end, starts, lengths, free } = saved as {
        values: Int32Array<ArrayBuffer>;
        end: number;
        starts: Int32Array<ArrayBuffer>;
        lengths: Int32Array<ArrayBuffer>;
        free: number[][];
      });
    },
  };
}
