import { expect, test } from 'vitest';
import { productSchema } from '../../../src/catalog/products/product-contract.ts';
import { FACT_LIST, PART_LIST } from '../../../src/facts/registry/fact-list.ts';

test('fields that repeat a fact are fields of the public detail', () => {
  const derived = FACT_LIST.flatMap((fact) => fact.derived ?? []);
  expect(derived.length).toBeGreaterThan(0);
  for (const name of derived) expect(Object.keys(productSchema.shape)).toContain(name);
});

test('facts name other facts that are declared', () => {
  const names = new Set<string>([
    ...FACT_LIST.map(({ field }) => field),
    ...PART_LIST.map(({ name }) => name),
  ]);
  for (const { saidWith, textOf } of FACT_LIST)
    for (const name of [saidWith, textOf?.text, textOf?.lang]) expect(names.has(name ?? 'name')).toBe(true);
});
