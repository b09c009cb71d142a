import type { TemplateFieldFacts } from '../../src/catalog/kinds/kind-contract.ts';

/**
 * Merges two changes of one template, field by field. A field that only one side changed comes from that side. If
 * both changed it differently, mine wins and `both` names it. The order is mine; their new fields come last.
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
