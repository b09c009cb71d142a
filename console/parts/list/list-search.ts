import { page, text } from '../search-params.ts';

/** Search parameters of every list with columns, besides its filters. */
export const listSearch = {
  page,
  /** Shown columns, separated by commas; without it the operator's choice or the default ones. */
  columns: text,
};

/** Returns filters and order as they are sent: without page and columns. */
export function omitListSearch<S extends { page?: unknown; columns?: unknown }>(
  search: S,
): Omit<S, 'page' | 'columns'> {
  const { page: _page, columns: _columns, ...filters } = search;
  return filters;
}

/** The orders of the service, ascending and descending, behind a column's header. */
export interface ColumnOrder {
  up: string;
  down: string;
  /** The first click asks for `down`: most, best or last first. */
  isDownFirst?: true;
}

/** Returns the order after a click on the header: one direction, the other, then the list's default. */
export function turnOrder({ up, down, isDownFirst }: ColumnOrder, current: string | undefined) {
  const ways = isDownFirst ? [down, up] : [up, down];
  return current === undefined ? ways[0] : ways[ways.indexOf(current) + 1];
}
