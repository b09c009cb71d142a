import type { DumpColumn, DumpTable, Manifest } from './dump-contract.ts';

/** Fewer rows than this share of those before are a fault until somebody says otherwise. */
const LEAST_ROWS = 0.95;
/** A column that was filled in so small a share of the rows may come to nothing by itself. */
const LEAST_FILLED = 0.01;

/** What a dump lacks that the one before had, as sentences: many rows of a table, or a whole column. */
export function findShrinkage(before: Manifest, now: Manifest): string[] {
  return before.tables.flatMap((table) => {
    const found = now.tables.find(({ name }) => name === table.name);
    if (!found) return [`${table.name} is not there.`];
    const rows = `${found.rows.toLocaleString('en')} rows, before it had ${table.rows.toLocaleString('en')}`;
    return [
      ...(found.rows < table.rows * LEAST_ROWS ? [`${table.name} has ${rows}.`] : []),
      ...findLostColumns(table, found).map((name) => `${table.name} has nothing in ${name} any more.`),
    ];
  });
}

function findLostColumns(before: DumpTable, now: DumpTable): string[] {
  const filledNow = new Map(now.columns.map(({ name, filled }) => [name, filled]));
  const isLost = ({ name, filled }: DumpColumn) =>
    filledNow.get(name) === undefined || (filled > before.rows * LEAST_FILLED && filledNow.get(name) === 0);
  return before.columns.filter(isLost).map(({ name }) => name);
}
