export interface CodeSet {
  /** Adds a code; false when it was there already. */
  add(code: string): boolean;
}

const LONGEST_EXACT = 15;

/**
 * The codes a run has seen. A full export has millions of rows, and a Set of that many texts takes hundreds of
 * megabytes, so codes of up to 15 digits are kept as numbers in an open-addressed table: 8 to 24 bytes each.
 */
export function createCodeSet(initialSlots = 2 ** 16): CodeSet {
  let slots = new Float64Array(initialSlots).fill(-1);
  let count = 0;
  const others = new Set<string>();

  const grow = () => {
    const larger = new Float64Array(slots.length * 2).fill(-1);
    for (const value of slots) if (value !== -1) insert(larger, value);
    slots = larger;
  };

  return {
    add(code) {
      // `012` and `12` are two codes: a leading 1 keeps the zeros.
      if (code.length > LONGEST_EXACT || !/^[0-9]+$/.test(code)) {
        if (others.has(code)) return false;
        others.add(code);
        return true;
      }
      if (!insert(slots, Number(`1${code}`))) return false;
      count += 1;
      if (count * 3 > slots.length * 2) grow();
      return true;
    },
  };
}

function insert(table: Float64Array, value: number): boolean {
  let slot = spread(value) & (table.length - 1);
  while (table[slot] !== -1) {
    if (table[slot] === value) return false;
    slot = (slot + 1) & (table.length - 1);
  }
  table[slot] = value;
  return true;
}

/** The codes of one company differ in their last digits only, so every bit has to move every other. */
function spread(value: number): number {
  const low = Math.imul((value % 2 ** 32) | 0, 0x9e3779b1);
  let bits = low ^ Math.imul(Math.floor(value / 2 ** 32), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  return (bits ^ (bits >>> 15)) >>> 0;
}
