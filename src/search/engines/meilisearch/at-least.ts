import { allOf, type Filter } from './filter.ts';

/** The most values for an exact filter. It names half of them some twenty times; more would cost the engine too much. */
const MOST_VALUES = 12;

/**
 * Returns a filter for documents that have at least `count` of these values in a field. With more than `MOST_VALUES` the exact
 * filter would be too long, so some other documents pass too.
 * @param count 1 to the number of values
 * @param values distinct
 */
export function atLeast(field: string, count: number, values: readonly string[]): Filter {
  const { length } = values;
  if (count <= 1) return { field, in: values };
  if (count >= length) return { all: values.map((value) => ({ field, in: [value] })) };
  return length > MOST_VALUES ? oneOfEach(field, count, values) : byHalves(field, count, values);
}

/** Splits the condition: some values in the first half of the list, and the rest in the second. */
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

/** Of any `length - count + 1` values a document must have one, or it would lack too many. */
function oneOfEach(field: string, count: number, values: readonly string[]): Filter {
  const size = values.length - count + 1;
  const groups: Filter[] = [];
  for (let from = 0; from + size <= values.length; from += size)
    groups.push({ field, in: values.slice(from, from + size) });
  return { all: groups };
}
