import { withPlace, type NumberLists } from './tables/growing-arrays.ts';
import { runThrough, type InTurns } from './in-turns.ts';
import { createPostings } from './tables/postings.ts';
import type { Saved } from './tables/saved-tables.ts';
import type { WordTable } from './word-table.ts';

/** Folded names, each with a number, as the sequence of their parts. Names only come: one without products costs little. */
export interface NameTable {
  /** The number of a name, which it gets when it is new. */
  numberOf(folded: string): number;
  size(): number;
  /** The parts of all names, those of a name from its start to the next one's. Good until a name comes. */
  parts(): Int32Array;
  starts(): Int32Array;
  /** The folded name itself. */
  spell(name: number): string;
  /** Reads it: each call gives the next UTF-16 unit, below 0 when it has ended. To compare names takes few of them. */
  unitsOf(name: number): () => number;
  /** The names that hold a part, good until the next call. */
  namesWith: Pick<NumberLists, 'valuesOf' | 'lengthOf'>;
  /** In how many names words are that have a trigram. */
  frequencyOf(trigram: number): number;
  /** Makes what was put so far ready to be searched. Otherwise the next search does, which takes it as long. */
  settle(): InTurns<void>;
  save(): Saved;
  load(saved: Saved): void;
}

/** Runs of letters and digits, and what is between them, in turn. */
export function partsOf(folded: string): string[] {
  const parts: string[] = [];
  cutIntoParts(folded, (from, to) => parts.push(folded.slice(from, to)));
  return parts;
}

/** Of each UTF-16 unit: 1 when it is of a word, 2 when it stands between words, 0 when nobody has asked yet. */
const UNITS = new Uint8Array(65_536);
const WORD = 1;
const BLANK = 32;

/** Folded texts hold no letter or digit of more than one unit (see text/fold-text.ts), so each unit can be told by itself. */
function kindOf(unit: number): number {
  const known = UNITS[unit] as number;
  if (known > 0) return known;
  return (UNITS[unit] = /[\p{L}\p{N}]/u.test(String.fromCharCode(unit)) ? WORD : WORD + 1);
}

function cutIntoParts(folded: string, each: (from: number, to: number) => void): void {
  let from = 0;
  while (from < folded.length) {
    const kind = kindOf(folded.charCodeAt(from));
    let to = from + 1;
    while (to < folded.length && kindOf(folded.charCodeAt(to)) === kind) to++;
    // One blank between two words is not written down.
    if (to - from > 1 || folded.charCodeAt(from) !== BLANK) each(from, to);
    from = to;
  }
}

/** From so many names on that came since the last search, all lists are written anew. */
const MANY_NEW = 20_000;

export function createNameTable(words: WordTable): NameTable {
  const postings = createPostings();
  /** Names that are in the lists of their parts. */
  let listed = 0;
  let starts = new Int32Array(1_024);
  let parts = new Int32Array(4_096);
  let size = 0;
  let frequencies = new Int32Array(1_024);
  /** Open addressing: the number of a name and 1, at the hash of its parts or the next free place. */
  let places = new Int32Array(4_096);

  /** Where the parts from one place to another belong, unless others are there. */
  const home = (of: ArrayLike<number>, from: number, to: number): number => {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (of[i] as number), 0x9e3779b1) ^ (hash >>> 15);
    return (hash ^ (hash >>> 13)) & (places.length - 1);
  };
  const placeOf = (own: number[]): number => {
    let place = home(own, 0, own.length);
    while (places[place] !== 0 && !isName((places[place] as number) - 1, own))
      place = (place + 1) & (places.length - 1);
    return place;
  };
  const isName = (name: number, own: number[]): boolean => {
    const start = starts[name] as number;
    if ((starts[name + 1] as number) - start !== own.length) return false;
    for (let i = 0; i < own.length; i++) if (parts[start + i] !== own[i]) return false;
    return true;
  };
  const rehash = (): void => {
    places = new Int32Array(places.length * 2);
    for (let name = 0; name < size; name++) {
      // No two names are the same, so that none is compared.
      let place = home(parts, starts[name] as number, starts[name + 1] as number);
      while (places[place] !== 0) place = (place + 1) & (places.length - 1);
      places[place] = name + 1;
    }
  };
  const isSeparator = (part: number) => words.startOf(part) === words.startOf(part + 1);

  /** Of the name that comes: used anew for each. */
  const own: number[] = [];
  const count = (part: number, names: number): void => {
    for (let i = words.startOf(part); i < words.startOf(part + 1); i++)
      (frequencies[words.trigrams()[i] as number] as number) += names;
  };
  function* settle(): InTurns<void> {
    if (listed === size) return;
    const isMuch = size - listed > Math.max(MANY_NEW, listed / 4);
    if (isMuch) {
      yield* postings.rebuild(parts, starts, size, words.size());
      frequencies = new Int32Array(words.trigramCount());
      for (let part = 0; part < words.size(); part++) count(part, postings.lengthOf(part));
      listed = size;
      return;
    }
    frequencies = withPlace(frequencies, words.trigramCount());
    for (; listed < size; listed++) {
      const mine = parts.subarray(starts[listed], starts[listed + 1]);
      for (const [at, part] of mine.entries()) {
        if (mine.indexOf(part) !== at) continue;
        postings.add(part, listed);
        count(part, 1);
      }
    }
  }
  /** Before the lists are read. */
  const beListed = (): void => {
    if (listed < size) runThrough(settle());
  };

  return {
    numberOf(folded) {
      own.length = 0;
      cutIntoParts(folded, (from, to) => own.push(words.numberOf(folded, from, to)));
      const place = placeOf(own);
      const known = places[place] as number;
      if (known > 0) return known - 1;
      const name = size++;
      places[place] = name + 1;
      const start = starts[name] as number;
      parts = withPlace(parts, start + own.length);
      for (let i = 0; i < own.length; i++) parts[start + i] = own[i] as number;
      starts = withPlace(starts, name + 1);
      starts[name + 1] = start + own.length;
      if (size * 3 > places.length * 2) rehash();
      return name;
    },
    size: () => size,
    parts: () => parts,
    starts: () => starts,
    spell(name) {
      let spelled = '';
      let wasWord = false;
      for (let i = starts[name] as number; i < (starts[name + 1] as number); i++) {
        const part = parts[i] as number;
        const isWord = !isSeparator(part);
        spelled += wasWord && isWord ? ` ${words.textOf(part)}` : words.textOf(part);
        wasWord = isWord;
      }
      return spelled;
    },
    unitsOf(name) {
      let at = starts[name] as number;
      const end = starts[name + 1] as number;
      let letter = 0;
      let wasWord = false;
      return () => {
        if (at === end) return -1;
        const part = parts[at] as number;
        if (wasWord && letter === 0 && !isSeparator(part)) {
          wasWord = false;
          return BLANK;
        }
        const unit = words.unitAt(part, letter++);
        if (letter < words.lengthOf(part)) return unit;
        wasWord = !isSeparator(part);
        at++;
        letter = 0;
        return unit;
      };
    },
    namesWith: {
      valuesOf(part) {
        beListed();
        return postings.valuesOf(part);
      },
      lengthOf(part) {
        beListed();
        return postings.lengthOf(part);
      },
    },
    frequencyOf(trigram) {
      beListed();
      return frequencies[trigram] ?? 0;
    },
    settle,
    save() {
      beListed();
      return {
        postings: postings.save(),
        starts: starts.subarray(0, size + 1),
        parts: parts.subarray(0, starts[size]),
        size,
        frequencies,
        places,
      };
    },
    load(saved) {
      const tables = saved as {
        postings: Saved;
        starts: Int32Array<ArrayBuffer>;
        parts: Int32Array<ArrayBuffer>;
        size: number;
        frequencies: Int32Array<ArrayBuffer>;
        places: Int32Array<ArrayBuffer>;
      };
      ({ starts, parts, size, frequencies, places } = tables);
      postings.load(tables.postings);
      listed = size;
    },
  };
}
