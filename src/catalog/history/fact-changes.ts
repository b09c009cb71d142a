import { PART_LIST } from '../../facts/registry/fact-list.ts';

/** One side of an audit row: the changed values before or after. */
export type AuditWords = Record<string, unknown> | null;

export interface FactChange {
  field: string;
  name: string;
  before: unknown;
  after: unknown;
}

/** Returns the writable facts that an audit row of a product changed, in the order of the registry. */
export function listFactChanges(before: AuditWords, after: AuditWords): FactChange[] {
  return PART_LIST.filter(
    ({ name, fact }) =>
      fact.isWritten !== false && ((before ?? {})[name] !== undefined || (after ?? {})[name] !== undefined),
  ).map(({ name, fact }) => ({
    field: fact.field,
    name,
    before: before?.[name] ?? null,
    after: after?.[name] ?? null,
  }));
}

/** Returns whether the row’s changes can be reverted. The row that created the product has no earlier values. */
export function isRevertible(before: AuditWords, after: AuditWords): boolean {
  return before !== null && listFactChanges(before, after).length > 0;
}
