import { allOf, type Filter } from './filter.ts';

/** Values that a filter may list: more cost the engine more time than a sharper filter saves. */
const MOST_LISTED = 320;

/**
 * A filter that every document with at least `count` of these values of a field passes, and no other; where that would
 * list more than `MOST_LISTED` values, other documents pass, too.
 * @param count 1 to the number of values
 * @param values distinct
 */
export function atLeast(field: string, count: number, values: readonly string[]): Filter {
  const { length } = values;
  if (count <= 1) return { field, in: values };
  if (count >= length) return { all: values.map((value) => ({ field, in: [value] })) };
  return countListed(count, length) > MOST_LISTED
    ? oneOfEach(field, count, values)
    : byHalves(field, count, values);
}

/** Some in the first half, and the rest in the second. */
function byHalves(field: string, count: number, values: readonly string[]): Filter {
  const half = values.length >> 1;
  const [first, second] = [values.slice(0, half), values.slice(half)];
  const ways: Filter[] = [];
  for (let inFirst = Math.max(0, count - second.length); inFirst <= Math.min(count, half); inFirst++) {
    const way = allOf(
      inFirst > 0 ? atLeast(field, inFirst, first) : undefined,
      inFirst < count ? atLeast(field, count - inFirst, second) : undefined,
    );
    if (way) ways.push(way);
  }
  return { any: ways };
}

/** How many values `byHalves` lists. */
function countListed(count: number, length: number): number {
  if (count < 1) return 0;
  if (count === 1 || count === length) return length;
  const half = length >> 1;
  let listed = 0;
  for (let inFirst = Math.max(0, count - (length - half)); inFirst <= Math.min(count, half); inFirst++)
    listed += countListed(inFirst, half) + countListed(count - inFirst, length - half);
  return listed;
}

/** Of any `length - count + 1` values a document has one, or it would lack too many. */
function oneOfEach(field: string, count: number, values: readonly string[]): Filter {
  const size = values.length - count + 1;
  const groups: Filter[] = [];
  for (let from = 0; from + size <= values.length; from += size)
    groups.push({ field, in: values.slice(from, from + size) });
  return { all: groups };
}
