/** A place in a text: two offsets. */
export type Range = readonly [from: number, to: number];

/** One ingredient of a list. */
export interface IngredientPart {
  /** With its brackets. */
  whole: Range;
  /** Without the ingredients in its brackets. */
  own: Range[];
  /** The ingredients in its brackets. */
  inner: IngredientPart[];
}

const SIGN = /[([{)\]}]|(?<!\d),|,(?!\d)|[;|•·\n!?…]|\.(?=\s|$)|(?<=\s)[-–—](?=\s)/gu;
/** No name: `13 %`, and the `i` of `E 322 (i)`, but not `e322`. */
const NO_NAME = /^(?!\s*e[\s-]?\d{3})\P{L}*(?:[a-z]|ii|iii|iv|vi{1,3})?\P{L}*$/u;
/** Brackets below these are part of their ingredient’s name. */
const DEEPEST = 3;

/** Splits a list of ingredients at its commas, sentences and lines, with the lists in its brackets. */
export function splitIngredients(text: string): IngredientPart[] {
  const signs = [...text.matchAll(SIGN)].map(({ 0: sign, index }) => ({ sign, index }));
  return readList({ text, signs, at: 0 }, 0, 0).parts;
}

interface Cursor {
  text: string;
  signs: readonly { sign: string; index: number }[];
  at: number;
}

/** Reads up to the end of the text, or to the bracket that closes this list. */
function readList(cursor: Cursor, from: number, level: number): { parts: IngredientPart[]; end: number } {
  const { text, signs } = cursor;
  const parts: IngredientPart[] = [];
  let part: Omit<IngredientPart, 'whole'> = { own: [], inner: [] };
  let begin = from;
  let start = from;
  const finish = (end: number) => {
    part.own.push([start, end]);
    const hasName = part.own.some(([one, other]) => !NO_NAME.test(text.slice(one, other)));
    // A bracket that follows no name, as after a full stop.
    if (hasName) parts.push({ whole: [begin, end], ...part });
    else parts.push(...part.inner);
    part = { own: [], inner: [] };
  };
  while (cursor.at < signs.length) {
    const { sign = '', index = 0 } = signs[cursor.at] ?? {};
    cursor.at += 1;
    if ('([{'.includes(sign)) {
      if (level === DEEPEST) {
        skipBrackets(cursor);
        continue;
      }
      part.own.push([start, index]);
      const { parts: inner, end } = readList(cursor, index + 1, level + 1);
      part.inner.push(...inner);
      // `(13 %)` is no ingredient.
      if (inner.length === 0) part.own.push([index + 1, end - 1]);
      start = end;
    } else if (')]}'.includes(sign)) {
      if (level === 0) continue;
      finish(index);
      return { parts, end: index + 1 };
    } else {
      finish(index);
      begin = index + 1;
      start = begin;
    }
  }
  finish(text.length);
  return { parts, end: text.length };
}

/** Goes behind the bracket that closes the one just read. */
function skipBrackets(cursor: Cursor): void {
  for (let depth = 1; depth > 0 && cursor.at < cursor.signs.length; cursor.at += 1) {
    const { sign = '' } = cursor.signs[cursor.at] ?? {};
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
  }
}
