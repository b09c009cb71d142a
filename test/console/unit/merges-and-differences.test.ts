import { describe, expect, it } from 'vitest';
import { mergeTemplates } from '../../../console/kinds/merge-templates.ts';
import { diffWords } from '../../../console/parts/text/value-text.tsx';
import { listDifferences } from '../../../console/parts/differences/difference-table.tsx';
import { mergeFacts } from '../../../console/products/facts/merge-facts.ts';
import { buildFactChanges, NO_FACTS } from '../../../console/products/facts/product-facts.ts';

const base = { ...NO_FACTS, name: 'Tea', brand: 'Leaf', nutriments: { fat_g: 1, salt_g: 2 } };

describe('changes of a product', () => {
  it('are the facts that differ, whatever the order of their keys', () => {
    const after = { ...base, brand: null, nutriments: { salt_g: 2, fat_g: 1 } };
    expect(buildFactChanges(base, after)).toEqual({ brand: null });
  });

  it('of two operators go together where they touch different facts', () => {
    const merge = mergeFacts(base, { ...base, name: 'Green tea' }, { ...base, country_of_origin: 'Japan' });
    expect(merge).toMatchObject({ mine: ['name'], theirs: ['country_of_origin'], both: [] });
    expect(merge.merged).toMatchObject({ name: 'Green tea', country_of_origin: 'Japan', brand: 'Leaf' });
  });

  it('of two operators conflict where both changed one fact differently', () => {
    const merge = mergeFacts(base, { ...base, name: 'Green tea' }, { ...base, name: 'Black tea' });
    expect(merge.both).toEqual(['name']);
    expect(merge.merged.name).toBe('Green tea');
  });

  it('of two operators who did the same are no conflict', () => {
    const same = { ...base, name: 'Green tea' };
    expect(mergeFacts(base, same, same)).toMatchObject({ both: [], mine: ['name'] });
  });
});

describe('templates of two operators', () => {
  const field = (key: string, label = key) => ({
    key,
    label,
    type: 'string' as const,
    unit: null,
    group: null,
    required: false,
    options: null,
    min: null,
    max: null,
  });

  it('keep what each added and drop what each removed', () => {
    const before = [field('model'), field('colour')];
    const mine = [field('model'), field('colour'), field('weight')];
    const theirs = [field('model'), field('length')];
    const { fields, both } = mergeTemplates(before, mine, theirs);
    expect(fields.map(({ key }) => key)).toEqual(['model', 'weight', 'length']);
    expect(both).toEqual([]);
  });

  it('name the fields that both changed, and take mine', () => {
    const { fields, both } = mergeTemplates(
      [field('model')],
      [field('model', 'Type')],
      [field('model', 'Make')],
    );
    expect(both).toEqual(['model']);
    expect(fields[0]?.label).toBe('Type');
  });
});

describe('differences', () => {
  it('are named one level down in tables, and are none where nothing differs', () => {
    expect(listDifferences({ a: 1, t: { x: 1, y: 2 } }, { a: 1, t: { x: 1, y: 3 } })).toEqual([
      { field: 't.y', before: 2, after: 3 },
    ]);
    expect(listDifferences({ a: [1] }, { a: [1] })).toEqual([]);
  });

  it('show what is new and what is gone', () => {
    expect(listDifferences(null, { name: 'Tea' })).toEqual([
      { field: 'name', before: undefined, after: 'Tea' },
    ]);
  });

  it('of texts are the words that only one of them has', () => {
    const [before, after] = ['Sugar, hazelnuts 24 %', 'Sugar, hazelnuts 22 %'];
    expect(diffWords(before, after)).toEqual([
      { text: 'Sugar, hazelnuts ', isCommon: true },
      { text: '24', isCommon: false },
      { text: ' %', isCommon: true },
    ]);
    const runs = diffWords(after, before);
    expect(runs.map(({ text }) => text).join('')).toBe(after);
    expect(runs.filter(({ isCommon }) => !isCommon)).toEqual([{ text: '22', isCommon: false }]);
  });

  it('words of two long texts that share nothing are not searched for long', () => {
    const write = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word}${index}`).join(' ');
    expect(diffWords(write('a'), write('b'))).toEqual([{ text: write('a'), isCommon: false }]);
  });
});
