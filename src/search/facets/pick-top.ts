import type { ValueCounts } from './facet-request.ts';

export interface Counted {
  /** Numbers of values that were counted at all, each once. */
  values: readonly number[];
  countOf: (value: number) => number;
  keyOf: (value: number) => string;
}

/** So many values with the most products, of equal ones the first by key, and those that are selected, each counted. */
export function pickTop(
  { values, countOf, keyOf }: Counted,
  most: number,
  selected: readonly number[],
): ValueCounts {
  const counts = Int32Array.from(values, countOf).sort();
  // Only values as frequent as the last one listed are put in the order of their keys: there may be very many others.
  const least = counts[counts.length - most] ?? 1;
  const above = values.filter((value) => countOf(value) > least);
  const tied = values
    .filter((value) => countOf(value) === least)
    .map((value) => [value, keyOf(value)] as const);
  if (above.length + tied.length > most) tied.sort(([, a], [, b]) => (a < b ? -1 : 1));
  const listed = [
    ...above.map((value) => [value, keyOf(value)] as const),
    ...tied.slice(0, most - above.length),
  ].map(([value, key]): [string, number] => [key, countOf(value)]);
  const known = new Set(listed.map(([key]) => key));
  for (const value of new Set(selected)) {
    const key = keyOf(value);
    if (!known.has(key)) listed.push([key, countOf(value)]);
  }
  const sum = (numbers: Iterable<number>) => Array.from(numbers).reduce((total, count) => total + count, 0);
  return { listed, others: sum(counts) - sum(listed.map(([, count]) => count)) };
}
