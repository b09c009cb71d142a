import type { Filter } from '../../../src/search/engines/meilisearch/filter.ts';

/** Whether a document passes a filter, as the engine would say. */
export function passes(filter: Filter, document: Readonly<Record<string, readonly string[]>>): boolean {
  if ('all' in filter) return filter.all.every((part) => passes(part, document));
  if ('any' in filter) return filter.any.some((part) => passes(part, document));
  if ('not' in filter) return !passes(filter.not, document);
  const values = document[filter.field] ?? [];
  if ('in' in filter) return filter.in.some((value) => values.includes(value));
  if ('notIn' in filter) return !filter.notIn.some((value) => values.includes(value));
  if ('exists' in filter) return values.length > 0;
  const amount = Number(values[0]);
  const passing = {
    '<': amount < filter.than,
    '<=': amount <= filter.than,
    '>': amount > filter.than,
    '>=': amount >= filter.than,
  };
  return passing[filter.is];
}
