import { withPlace } from './growing-arrays.ts';
import type { Saved } from './saved-tables.ts';

/**
 * Different texts, each with a number from 0 on, letter by letter in one array: a text of the language would keep the whole
 * answer of the database alive that it was cut from.
 */
export interface TextTable {
  /** The number of `text` from one letter to before another, which it gets when it is new. */
  numberOf(text: string, from?: number, to?: number): number;
  /** Undefined for one that is not there. */
  find(text: string): number | undefined;
  textOf(number: number): string;
  /** In UTF-16 units. */
  lengthOf(number: number): number;
  unitAt(number: number, at: number): number;
  /** Whether the text of this number has that one from unit `at` on. */
  holdsAt(number: number, text: string, at: number): boolean;
  /** Whether the text of this number comes before that one, as `<` says of two texts. */
  comesBefore(number: number, text: string): boolean;
  size(): number;
  save(): Saved;
  load(saved: Saved): void;
}

export function createTextTable(): TextTable {
  /** UTF-16 units. */
  let letters = new Uint16Array(4_096);
  let starts = new Uint32Array(1_024);
  let size = 0;
  /** Open addressing: a number and 1, at the hash of its text or the next free slot. */
  let slots = new Int32Array(2_048);

  const slotOf = (text: string, from: number, to: number): number => {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return slotFrom(spread(hash), text, from, to);
  };
  const slotFrom = (hash: number, text: string, from: number, to: number): number => {
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0 && !isText((slots[slot] as number) - 1, text, from, to))
      slot = (slot + 1) & mask;
    return slot;
  };
  const isText = (number: number, text: string, from: number, to: number): boolean => {
    const start = starts[number] as number;
    if ((starts[number + 1] as number) - start !== to - from) return false;
    for (let i = from; i < to; i++) if (letters[start + i - from] !== text.charCodeAt(i)) return false;
    return true;
  };
  const rehash = (): void => {
    slots = new Int32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number++) {
      const [start, end] = [starts[number] as number, starts[number + 1] as number];
      let hash = end - start;
      for (let i = start; i < end; i++) hash = Math.imul(hash ^ (letters[i] as number), 0x01000193);
      let slot = spread(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  };

  return {
    numberOf(text, from = 0, to = text.length) {
      let slot = slotOf(text, from, to);
      if (slots[slot] !== 0) return (slots[slot] as number) - 1;
      if (size * 3 > slots.length * 2) {
        rehash();
        slot = slotOf(text, from, to);
      }
      slots[slot] = ++size;
      const start = starts[size - 1] as number;
      const end = start + to - from;
      letters = withPlace(letters, end);
      for (let i = from; i < to; i++) letters[start + i - from] = text.charCodeAt(i);
      starts = withPlace(starts, size);
      starts[size] = end;
      return size - 1;
    },
    find(text) {
      const number = slots[slotOf(text, 0, text.length)] as number;
      return number === 0 ? undefined : number - 1;
    },
    textOf: (number) => String.fromCharCode(...letters.subarray(starts[number], starts[number + 1])),
    lengthOf: (number) => (starts[number + 1] as number) - (starts[number] as number),
    unitAt: (number, at) => letters[(starts[number] as number) + at] as number,
    holdsAt(number, text, at) {
      const from = (starts[number] as number) + at;
      if (from + text.length > (starts[number + 1] as number)) return false;
      for (let i = 0; i < text.length; i++) if (letters[from + i] !== text.charCodeAt(i)) return false;
      return true;
    },
    comesBefore(number, text) {
      const start = starts[number] as number;
      const length = (starts[number + 1] as number) - start;
      const shorter = Math.min(length, text.length);
      for (let i = 0; i < shorter; i++) {
        const difference = (letters[start + i] as number) - text.charCodeAt(i);
        if (difference !== 0) return difference < 0;
      }
      return length < text.length;
    },
    size: () => size,
    save: () => ({
      letters: letters.subarray(0, starts[size]),
      starts: starts.subarray(0, size + 1),
      slots,
      size,
    }),
    load(saved) {
      ({ letters, starts, slots, size } = saved as {
        letters: Uint16Array<ArrayBuffer>;
        starts: Uint32Array<ArrayBuffer>;
        slots: Int32Array<ArrayBuffer>;
        size: number;
      });
    },
  };
}

function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) ^ (hash >>> 13);
}
