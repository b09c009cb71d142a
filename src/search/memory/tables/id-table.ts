import { withPlace } from './growing-arrays.ts';
import type { Saved } from './saved-tables.ts';

/** UUIDs by the number of their place, 16 bytes each. */
export interface IdTable {
  /** -1 for one that is not there. */
  find(id: string): number;
  /** Of one that is not there: its place, which may have been another's. */
  add(id: string): number;
  /** The place that it had, else -1. */
  remove(id: string): number;
  idAt(place: number): string;
  /** Below 0 when the id at the one place comes first, in the order of ids as texts. */
  compare(one: number, other: number): number;
  /** Places in use and free ones. */
  size(): number;
  save(): Saved;
  load(saved: Saved): void;
}

const NONE = -1;
const WORDS = 4;

export function createIdTable(): IdTable {
  let ids = new Uint32Array(4_096);
  let size = 0;
  let free: number[] = [];
  /** Open addressing: a place and 1, at the hash of its id or the next free one. */
  let slots = new Int32Array(2_048);
  const wanted = new Uint32Array(WORDS);

  const slotAfter = (slot: number) => (slot + 1) & (slots.length - 1);
  const home = (words: Uint32Array, at: number): number => {
    let hash = words[at] as number;
    for (let word = 1; word < WORDS; word++)
      hash = Math.imul(hash ^ (hash >>> 15) ^ (words[at + word] as number), 0x9e3779b1);
    return (hash ^ (hash >>> 16)) & (slots.length - 1);
  };
  /** Where the id is, or where it would be. */
  const slotOf = (id: string): number => {
    readInto(wanted, id);
    let slot = home(wanted, 0);
    for (let place = (slots[slot] as number) - 1; place !== NONE; place = (slots[slot] as number) - 1) {
      const at = place * WORDS;
      if (
        ids[at] === wanted[0] &&
        ids[at + 1] === wanted[1] &&
        ids[at + 2] === wanted[2] &&
        ids[at + 3] === wanted[3]
      )
        break;
      slot = slotAfter(slot);
    }
    return slot;
  };
  const insert = (place: number): void => {
    let slot = home(ids, place * WORDS);
    while (slots[slot] !== 0) slot = slotAfter(slot);
    slots[slot] = place + 1;
  };

  return {
    find: (id) => (slots[slotOf(id)] as number) - 1,
    add(id) {
      if ((size - free.length) * 3 > slots.length * 2) {
        const taken = slots.filter((slot) => slot !== 0);
        slots = new Int32Array(slots.length * 2);
        for (const slot of taken) insert(slot - 1);
      }
      const place = free.pop() ?? size++;
      ids = withPlace(ids, (place + 1) * WORDS);
      readInto(wanted, id);
      ids.set(wanted, place * WORDS);
      insert(place);
      return place;
    },
    remove(id) {
      let slot = slotOf(id);
      const place = (slots[slot] as number) - 1;
      if (place === NONE) return NONE;
      slots[slot] = 0;
      // What follows without a gap may stand here because its own slot was taken.
      for (slot = slotAfter(slot); slots[slot] !== 0; slot = slotAfter(slot)) {
        const moved = (slots[slot] as number) - 1;
        slots[slot] = 0;
        insert(moved);
      }
      free.push(place);
      return place;
    },
    compare(one, other) {
      for (let word = 0; word < WORDS; word++) {
        const difference = (ids[one * WORDS + word] as number) - (ids[other * WORDS + word] as number);
        if (difference !== 0) return difference;
      }
      return 0;
    },
    idAt(place) {
      let hex = '';
      for (let word = 0; word < WORDS; word++)
        hex += (ids[place * WORDS + word] as number).toString(16).padStart(8, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    size: () => size,
    save: () => ({ ids: ids.subarray(0, size * WORDS), size, free, slots }),
    load(saved) {
      ({ ids, size, free, slots } = saved as {
        ids: Uint32Array<ArrayBuffer>;
        size: number;
        free: number[];
        slots: Int32Array<ArrayBuffer>;
      });
    },
  };
}

const HYPHEN = 45;
const ZERO = 48;
const LETTER_A = 97;

/** The 32 digits of a UUID in lower case, as four numbers. */
function readInto(words: Uint32Array, id: string): void {
  let word = 0;
  let value = 0;
  let digits = 0;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    if (code === HYPHEN) continue;
    value = (value << 4) | (code >= LETTER_A ? code - LETTER_A + 10 : code - ZERO);
    if (++digits % 8 === 0) words[word++] = value;
  }
}
