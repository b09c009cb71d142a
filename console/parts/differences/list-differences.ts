export interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

type Values = Record<string, unknown> | null | undefined;

/** Returns the fields in which two states differ; one level of nested tables is named `table.key`. */
export function listDifferences(before: Values, after: Values): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (isTable(was) && isTable(is)) {
      return listDifferences(was, is).map((inner) => ({ ...inner, field: `${field}.${inner.field}` }));
    }
    return [{ field, before: was, after: is }];
  });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
