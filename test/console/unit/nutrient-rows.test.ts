import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../console/review/desk/draft-store.ts';
import { decideNutrient, listNutrients } from '../../../console/review/nutrition/nutrient-rows.ts';
import { listRows, turnRow, type FactRow } from '../../../console/review/submission-draft.ts';
import type { FactComparison } from '../../../src/facts/registry/product-facts-contract.ts';

const compare = (
  field: string,
  outcome: FactComparison['outcome'],
  change: Partial<FactComparison>,
): FactComparison => ({
  field,
  group: 'nutriments',
  outcome,
  current: {},
  offered: {},
  sources: [],
  ...change,
});

function buildRow(
  outcome: FactComparison['outcome'],
  offered: Record<string, number>,
  { basis = '100g', current = { energy_kj: 2166, energy_kcal: 518, fat_g: 30, fiber_g: 3 } } = {},
): FactRow {
  const [row] = listRows([
    compare('nutriments', outcome, { current: { nutriments: current }, offered: { nutriments: offered } }),
    compare('nutrition_basis', basis === '100g' ? 'confirmed' : outcome, {
      current: { nutrition_basis: '100g' },
      offered: { nutrition_basis: basis },
    }),
  ]);
  if (!row) throw new Error('there is no row');
  return row;
}
const draft = (decisions: Record<string, 'take' | 'keep'>) => ({ ...EMPTY_DRAFT, decisions });
const show = (row: FactRow, given = EMPTY_DRAFT) =>
  listNutrients(row, given).map(({ label, difference, choice, isDecidable }) =>
    [label, difference, ...(isDecidable ? [choice] : [])].join(' '),
  );

describe('rows of nutrients', () => {
  it('join kJ and kcal, and say what differs; what is not submitted stays', () => {
    const row = buildRow('taken', { energy_kcal: 830, fat_g: 30, salt_g: 1, sugars_g: 0 });
    expect(show(row)).toEqual([
      'Energy +60 % take',
      'Fat the same',
      'Sugars new take',
      'Fiber stays',
      'Salt new take',
    ]);
  });

  it('are lost for another basis, unless the amounts are kept', () => {
    const row = buildRow('conflict', { fat_g: 3 }, { basis: '100ml' });
    expect(show(row, draft({ nutriments: 'take' }))).toContain('Fiber is lost');
    expect(show(row, draft({ nutriments: 'keep' }))).toContain('Fiber stays');
  });

  it('are decided one by one: the whole is decided once each of them is', () => {
    const row = buildRow('conflict', { fat_g: 33, salt_g: 1 });
    const first = decideNutrient(row, EMPTY_DRAFT, { keys: ['fat_g'] }, 'take');
    expect(first).toEqual({ 'nutriments.fat_g': 'take' });
    expect(decideNutrient(row, draft(first), { keys: ['salt_g'] }, 'keep')).toEqual({
      nutriments: 'take',
      'nutriments.fat_g': 'take',
      'nutriments.salt_g': 'keep',
    });
  });

  it('keep their choice when another one is taken out of a whole that is kept', () => {
    const row = buildRow('taken', { fat_g: 33, salt_g: 1 });
    const decisions = decideNutrient(row, draft({ nutriments: 'keep' }), { keys: ['fat_g'] }, 'take');
    expect(decisions).toEqual({
      nutriments: 'take',
      'nutriments.fat_g': 'take',
      'nutriments.salt_g': 'keep',
    });
    // A decision about the whole replaces those about its parts.
    expect(turnRow(row, draft(decisions))).toEqual({ nutriments: 'keep' });
  });
});
