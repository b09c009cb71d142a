import type { FieldFilter } from '../index-reader.ts';

/**
 * A filter in the engine's syntax, undefined for all documents, which it has no expression for; `without`: values of which
 * a document has none.
 */
export function renderFilter(filter: FieldFilter, without: FieldFilter = {}): string | undefined {
  const conditions = [...renderLists(filter, 'IN'), ...renderLists(without, 'NOT IN')];
  return conditions.length === 0 ? undefined : conditions.join(' AND ');
}

function renderLists(filter: FieldFilter, operator: 'IN' | 'NOT IN'): string[] {
  return Object.entries(filter)
    .filter(([, values]) => values !== undefined)
    .map(([field, values]) => `${field} ${operator} [${values.map(quote).join(',')}]`);
}

/**
 * The same documents, but refused by an index that does not have the attribute among those it filters by. No document
 * may hold it. Joined by OR with nothing it costs nothing; AND with everything would cost 3 ms.
 */
export function onlyWhereKnown(attribute: string, filter: string | undefined): string {
  return filter === undefined ? `${attribute} NOT EXISTS` : `(${filter}) OR ${attribute} EXISTS`;
}

/** Whether this is the engine's refusal to filter by the attribute. */
export function isUnknownAttribute(error: unknown, attribute: string): boolean {
  return error instanceof Error && error.message.includes(`Attribute \`${attribute}\` is not filterable`);
}

const quote = (value: string): string => `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
