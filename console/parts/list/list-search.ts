import { page, text } from '../search-params.ts';

/** What every list with columns and saved views has in its address beside its filters. */
export const listSearch = {
  page,
  /** Names of the columns shown, separated by commas; without it those that the operator chose, or the usual ones. */
  columns: text,
  /** Id of the saved view that was opened. */
  view: text,
};

/** The filters and the order of a list, as they are sent and kept: without the page, the columns and the view. */
export function omitListSearch<S extends { page?: unknown; columns?: unknown; view?: unknown }>(
  search: S,
): Omit<S, 'page' | 'columns' | 'view'> {
  const { page: _page, columns: _columns, view: _view, ...filters } = search;
  return filters;
}

/** An order of the service, one way and the other, that a click on a column's header asks for. */
export interface ColumnOrder {
  up: string;
  down: string;
  /** The first click asks for `down`: most, best or last first. */
  isDownFirst?: true;
}

/** The order after a click on the header: the one way, the other, then the list's own. */
export function turnOrder({ up, down, isDownFirst }: ColumnOrder, current: string | undefined) {
  const ways = isDownFirst ? [down, up] : [up, down];
  return current === undefined ? ways[0] : ways[ways.indexOf(current) + 1];
}
