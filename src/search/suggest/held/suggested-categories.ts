import { createLabelTable, type Label, type LabelTable } from './label-table.ts';

interface CategoryLabel extends Label {
  code: string;
  path: string;
}

export interface CategoryToSuggest {
  code: string;
  name: string;
  path: string;
  /** Products in use of this category alone. */
  own_count: number;
}

/** Categories to be found, each with the products of its whole subtree. */
export interface SuggestedCategories {
  /** Says what all categories are now. */
  take(rows: readonly CategoryToSuggest[]): void;
  find: LabelTable<string, CategoryLabel>['find'];
}

export function createSuggestedCategories(): SuggestedCategories {
  let table = createLabelTable<string, CategoryLabel>();
  let taken = '';
  return {
    take(rows) {
      const totals = sumSubtrees(rows);
      const countOf = (path: string) => totals.get(path) ?? 0;
      const names = JSON.stringify(rows.map(({ code, name, path }) => [code, name, path]));
      if (names === taken) {
        for (const { code, path } of rows) table.setCount(code, countOf(path));
        return;
      }
      table = createLabelTable();
      for (const { code, name, path } of rows)
        table.put(code, { text: name, code, path, count: countOf(path) });
      taken = names;
    },
    find: (typed, wanted) => table.find(typed, wanted),
  };
}

/** By path how many products are in the category and below it. */
function sumSubtrees(rows: readonly CategoryToSuggest[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { path, own_count: own } of rows) {
    if (own === 0) continue;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      totals.set(above, (totals.get(above) ?? 0) + own);
    }
  }
  return totals;
}
