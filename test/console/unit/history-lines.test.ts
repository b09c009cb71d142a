import { expect, it } from 'vitest';
import { listLines } from '../../../console/products/history/list-lines.ts';
import { sumByOperator } from '../../../console/statistics/decided-work.tsx';
import { buildAuditQuery } from '../../../console/audit/audit-search.ts';
import type { HistoryEntry } from '../../../src/catalog/history/history-contract.ts';

const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'cli',
  operator_email: null,
  action: 'product.updated',
  changes: [],
  can_revert: true,
  source: null,
  submission_id: null,
  reverted_seq: null,
  undone_submission_id: null,
  other_product: null,
  unmerge_id: null,
  before: null,
  after: null,
  request_id: null,
  ...change,
});

it('a row shows what differs: tables key by key, and nothing that is as empty as before', () => {
  const lines = listLines(
    entry({
      changes: [
        { field: 'name', name: 'name', before: 'Oats', after: 'Rolled oats' },
        { field: 'images', name: 'images', before: [], after: null },
        { field: 'nutriments', name: 'nutriments', before: { fat_g: 7, salt_g: 1 }, after: { fat_g: 8 } },
      ],
    }),
  );
  expect(
    lines.map(({ field, isRevertible, changes }) => [
      field,
      isRevertible,
      ...changes.map(({ key, effect, before, after }) => [key, effect, before, after]),
    ]),
  ).toEqual([
    ['name', true, [null, 'change', 'Oats', 'Rolled oats']],
    ['nutriments', true, ['fat_g', 'change', 7, 8], ['salt_g', 'delete', 1, null]],
  ]);
});

it('a row tells of barcodes, prices and status too, which have their own ways back', () => {
  const shown = (change: Partial<HistoryEntry>) =>
    listLines(entry(change)).map(({ field, isRevertible, changes: [first] }) => [
      field,
      isRevertible,
      first?.before,
      first?.after,
    ]);
  expect(
    shown({
      action: 'barcode.removed',
      before: { gtin: '96385074', pack_level: 'each', region: null, is_primary: true },
      after: { primary: '4006381333931' },
    }),
  ).toEqual([
    ['primary barcode', false, null, '4006381333931'],
    ['barcode', false, '96385074', null],
  ]);
  expect(
    shown({
      action: 'barcode.updated',
      before: { gtin: '96385074', pack_level: 'each', region: null },
      after: { gtin: '96385074', pack_level: 'case', region: 'FR' },
    }),
  ).toEqual([['barcode', false, 'each, any region', 'case, FR']]);
  expect(
    shown({ after: { msrp: { amount: 3, currency: 'EUR', region: 'DE' }, source: 'community' } }),
  ).toEqual([['msrp', false, null, '3 EUR (DE)']]);
  expect(
    shown({ action: 'product.archived', before: { status: 'active' }, after: { status: 'archived' } }),
  ).toEqual([['status', false, 'active', 'archived']]);
});

it('days of work are added up by operator, who did most first', () => {
  const day = { approved: 1, rejected: 0, undone: 0, rule_name: null };
  expect(
    sumByOperator([
      { ...day, day: '2026-01-02', actor: 'operator:1', operator_email: 'a@example.org' },
      { ...day, day: '2026-01-02', actor: 'operator:2', operator_email: null },
      { ...day, day: '2026-01-01', actor: 'operator:2', operator_email: null, rejected: 3 },
      { ...day, day: '2026-01-01', actor: 'rule:1', operator_email: null, rule_name: 'Plain corrections' },
    ]),
  ).toEqual([
    { actor: 'operator:2', email: 'operator:2', approved: 2, rejected: 3, undone: 0 },
    { actor: 'operator:1', email: 'a@example.org', approved: 1, rejected: 0, undone: 0 },
    { actor: 'rule:1', email: 'rule “Plain corrections”', approved: 1, rejected: 0, undone: 0 },
  ]);
});

it('days of the log are taken in whole, in UTC where statistics lead there', () => {
  expect(buildAuditQuery({ from: '2026-03-01', to: '2026-03-31', utc: true, action: 'approved' })).toEqual({
    action: 'approved',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
  });
});
