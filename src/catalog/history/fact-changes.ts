import { PART_LIST } from '../../facts/registry/fact-list.ts';

/** The words of an audit row: what changed, as it was or as it is. */
export type AuditWords = Record<string, unknown> | null;

export interface FactChange {
  field: string;
  name: string;
  before: unknown;
  after: unknown;
}

/** The facts that an audit row of a product changed, in the order of the registry, but for those nobody can write. */
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

/** A row that made the product has nothing to go back to. */
export function isRevertible(before: AuditWords, after: AuditWords): boolean {
  return before !== null && listFactChanges(before, after).length > 0;
}
