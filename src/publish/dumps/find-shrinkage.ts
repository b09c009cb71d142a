import type { DumpColumn, DumpTable, Manifest } from './dump-contract.ts';

/** Fewer rows than this share of the previous ones count as a fault, until an operator accepts them. */
const LEAST_ROWS = 0.95;
/** A column that was filled in at most this share of the rows may become empty without a fault. */
const LEAST_FILLED = 0.01;

/** Returns sentences about the data that the previous dump had and this one lacks: many rows of a table, or a column. */
export function findShrinkage(before: Manifest, now: Manifest): string[] {
  return before.tables.flatMap((table) => {
    const found = now.tables.find(({ name }) => name === table.name);
    if (!found) return [`${table.name} is not there.`];
    const rows = `${found.rows.toLocaleString('en')} rows, before it had ${table.rows.toLocaleString('en')}`;
    return [
      ...(found.rows < table.rows * LEAST_ROWS ? [`${table.name} has ${rows}.`] : []),
      ...findLostColumns(table, found).map((name) => `${table.name} has no values in ${name} any more.`),
    ];
  });
}

function findLostColumns(before: DumpTable, now: DumpTable): string[] {
  const filledNow = new Map(now.columns.map(({ name, filled }) => [name, filled]));
  const isLost = ({ name, filled }: DumpColumn) =>
    filledNow.get(name) === undefined || (filled > before.rows * LEAST_FILLED && filledNow.get(name) === 0);
  return before.columns.filter(isLost).map(({ name }) => name);
}
