import { createNumberLists, withPlace } from './growing-arrays.ts';
import { TURN, type InTurns } from '../in-turns.ts';
import type { Saved } from './saved-tables.ts';

/**
 * Of each part the names that hold it, in rising order. Those that came in one go are written as the differences from one to
 * the next, most in one byte or two, without a gap between the lists; those that came since follow in lists that grow.
 */
export interface Postings {
  /** Writes the lists of all names, given the parts of each, anew. They are whole when it has ended. */
  rebuild(parts: Int32Array, starts: Int32Array, names: number, partCount: number): InTurns<void>;
  /** A name that comes after all that the part has. */
  add(part: number, name: number): void;
  lengthOf(part: number): number;
  /** The names of a part, until the next call. */
  valuesOf(part: number): Int32Array;
  save(): Saved;
  load(saved: Saved): void;
}

export function createPostings(): Postings {
  let bytes = new Uint8Array(0);
  /** By part: where its list begins, and how long it is. */
  let offsets = new Uint32Array(1);
  let lengths = new Int32Array(0);
  let since = createNumberLists();
  let values = new Int32Array(1_024);

  return {
    *rebuild(parts, starts, names, partCount) {
      const last = new Int32Array(partCount);
      lengths = new Int32Array(partCount);
      offsets = new Uint32Array(partCount + 1);
      yield* eachPosting(parts, starts, names, last, (part, difference) => {
        (lengths[part] as number)++;
        (offsets[part + 1] as number) +=
          difference < 0x80 ? 1 : difference < 0x4000 ? 2 : difference < 0x20_0000 ? 3 : 4;
      });
      for (let part = 0; part < partCount; part++) (offsets[part + 1] as number) += offsets[part] as number;
      bytes = new Uint8Array(offsets[partCount] as number);
      const ends = offsets.slice();
      yield* eachPosting(parts, starts, names, last.fill(0), (part, difference) => {
        let at = ends[part] as number;
        let left = difference;
        for (; left >= 0x80; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80;
        bytes[at++] = left;
        ends[part] = at;
      });
      since = createNumberLists();
    },
    add: (part, name) => since.add(part, name),
    lengthOf: (part) => (lengths[part] ?? 0) + since.lengthOf(part),
    valuesOf(part) {
      const written = lengths[part] ?? 0;
      const length = written + since.lengthOf(part);
      values = withPlace(values, length);
      const [from, into] = [bytes, values];
      let at = offsets[part] as number;
      let name = -1;
      for (let i = 0; i < written; i++) {
        let byte = from[at++] as number;
        let difference = byte & 0x7f;
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = from[at++] as number;
          difference |= (byte & 0x7f) << shift;
        }
        name += difference;
        into[i] = name;
      }
      if (length > written) into.set(since.valuesOf(part), written);
      return into.subarray(0, length);
    },
    save: () => ({ bytes, offsets, lengths, since: since.save() }),
    load(saved) {
      const own = saved as {
        bytes: Uint8Array<ArrayBuffer>;
        offsets: Uint32Array<ArrayBuffer>;
        lengths: Int32Array<ArrayBuffer>;
        since: Saved;
      };
      ({ bytes, offsets, lengths } = own);
      since.load(own.since);
    },
  };
}

/** Calls for each part of each name, once where a name has it twice; `last` is 0 for each part. */
function* eachPosting(
  parts: Int32Array,
  starts: Int32Array,
  names: number,
  last: Int32Array,
  each: (part: number, difference: number) => void,
): InTurns<void> {
  for (let name = 0; name < names; name++) {
    if (name % TURN === TURN - 1) yield;
    const end = starts[name + 1] as number;
    for (let i = starts[name] as number; i < end; i++) {
      const part = parts[i] as number;
      // By one more than the name, so that the first name is told from none.
      const difference = name + 1 - (last[part] as number);
      if (difference === 0) continue;
      last[part] = name + 1;
      each(part, difference);
    }
  }
}
