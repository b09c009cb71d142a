import type { SearchDocument } from '../../index/search-index.ts';

type Field = keyof SearchDocument;

/**
 * A set of documents, as a value that any engine can render. Made by the functions below alone, which simplify: `ALL`
 * and `NONE` are never parts of another filter. Filters of the same `key` are the same.
 */
export type Filter = { readonly key: string } & (
  | { readonly op: 'all' | 'none' }
  | { readonly op: 'anyOf'; readonly field: Field; readonly values: readonly string[] }
  | { readonly op: 'atLeast'; readonly field: Field; readonly least: number }
  | { readonly op: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly op: 'not'; readonly part: Filter }
);

/** Every document. */
export const ALL: Filter = { op: 'all', key: 'ALL' };
/** No document. */
export const NONE: Filter = { op: 'none', key: 'NONE' };

/** No value holds it. */
const BETWEEN = '\n';

/** Documents that hold one of the values: none when there is no value. */
export function anyOf(field: Field, values: Iterable<string>): Filter {
  const list = [...values];
  return list.length === 0
    ? NONE
    : { op: 'anyOf', field, values: list, key: `${field} IN [${list.join(BETWEEN)}]` };
}

/** Documents whose number is this or more. */
export function atLeast(field: Field, least: number): Filter {
  return { op: 'atLeast', field, least, key: `${field} >= ${least}` };
}

/** Documents of all filters: all documents when there is no filter. */
export function and(...filters: Filter[]): Filter {
  return combine('and', filters, ALL, NONE);
}

/** Documents of at least one filter: none when there is no filter. */
export function or(...filters: Filter[]): Filter {
  return combine('or', filters, NONE, ALL);
}

/** Documents that are not of the filter. */
export function not(filter: Filter): Filter {
  if (filter === ALL) return NONE;
  if (filter === NONE) return ALL;
  return filter.op === 'not' ? filter.part : { op: 'not', part: filter, key: `NOT ${filter.key}` };
}

/** `neutral` changes nothing beside others, `decisive` makes all others needless. */
function combine(op: 'and' | 'or', filters: Filter[], neutral: Filter, decisive: Filter): Filter {
  let parts: Filter[] = [];
  for (const filter of filters) {
    if (filter === decisive) return decisive;
    if ('parts' in filter && filter.op === op) parts.push(...filter.parts);
    else if (filter !== neutral) parts.push(filter);
  }
  // The planner reaches one alternative in many ways; conditions come once.
  if (op === 'or' && parts.length > 1) parts = [...new Map(parts.map((part) => [part.key, part])).values()];
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first ?? neutral;
  // Not `join`: a sum of strings is put together only when somebody looks into it.
  let key = `(${first.key}`;
  for (const part of others) key += ` ${op} ${part.key}`;
  return { op, parts, key: `${key})` };
}
