import type { Calls, Names } from '../../endpoints.ts';
import { exactFilterQuery } from '../../search/exact-filters/exact-filters-contract.ts';
import { isText } from '../../platform/http/requests/query-string.ts';

const LISTS = Object.keys(exactFilterQuery) as (keyof typeof exactFilterQuery)[];
/** Shows long lists of filters whole. This and the next only the page knows. */
export const SHOW_ALL = 'all';
/** The text whose words became filters; equal to `q` where they are to stay words. */
export const TYPED = 'typed';
const SINGLE = ['q', 'sort', 'page', 'category', 'brand', 'country', SHOW_ALL, TYPED];

/** The parameters of a search page; a list has one entry per value, as forms send it. */
export type SearchQuestion = Record<string, string[]>;

/** Reads the search parameters from the address; drops empty ones, which forms send for empty fields. */
export function readQuestion(query: Record<string, unknown>): SearchQuestion {
  const given = [...SINGLE, ...LISTS].map((name): [string, string[]] => [
    name,
    [query[name] ?? []].flat().filter((value): value is string => value !== ''),
  ]);
  return Object.fromEntries(given.filter(([, values]) => values.length > 0));
}

/** Converts them for the API, where a list is one parameter. Invalid values stay invalid. */
export function toApiQuery({
  [SHOW_ALL]: _all,
  [TYPED]: _typed,
  ...question
}: SearchQuestion): Names<Calls['searchProducts']['query']> {
  return Object.fromEntries(
    Object.entries(question).map(([name, values]) => [
      name,
      (LISTS as string[]).includes(name)
        ? (values.find((value) => !isText(value)) ?? values.join(','))
        : values.length === 1
          ? values[0]
          : values,
    ]),
  );
}

/** Returns the address of a search. */
export function searchAddress(question: SearchQuestion): string {
  const parameters = Object.entries(question).flatMap(([name, values]) =>
    values.flatMap((value) => value.split(',').map((one) => [name, one])),
  );
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '/search' : `/search?${query}`;
}

/** Returns the same text and order without filters. */
export function withoutFilters({ q, sort }: SearchQuestion): SearchQuestion {
  return { ...(q && { q }), ...(sort && { sort }) };
}
