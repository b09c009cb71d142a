import type { TemplateFieldFacts } from '../../src/catalog/kinds/kind-admin-contract.ts';

/**
 * Brings two changes of one template together, field by field: what only one side changed is taken from that side;
 * `both` names the fields that both changed differently; mine are taken. The order is mine; their new fields
 * come last.
 */
export function mergeTemplates(
  base: TemplateFieldFacts[],
  mine: TemplateFieldFacts[],
  theirs: TemplateFieldFacts[],
): { fields: TemplateFieldFacts[]; both: string[] } {
  const both: string[] = [];
  const find = (fields: TemplateFieldFacts[], key: string) => fields.find((field) => field.key === key);
  const merge = (key: string): TemplateFieldFacts | undefined => {
    const [before, own, other] = [find(base, key), find(mine, key), find(theirs, key)];
    if (isSame(own, other) || isSame(other, before)) return own;
    if (isSame(own, before)) return other;
    both.push(key);
    return own;
  };
  const keys = [...new Set([...mine, ...theirs, ...base].map(({ key }) => key))];
  const fields = keys.map((key) => merge(key)).filter((field) => field !== undefined);
  return { fields, both };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
