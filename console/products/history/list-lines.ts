import type { HistoryEntry } from '../../../src/catalog/history/history-contract.ts';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { describeValue } from '../../parts/text/value-text.tsx';

/** One field of a history row. */
export interface HistoryLine {
  field: string;
  changes: ValueChange[];
  /** The row has the fact's earlier value. */
  isRevertible: boolean;
}

/** Returns the fields that a row changed: facts first, then status, barcodes and prices. */
export function listLines(entry: HistoryEntry): HistoryLine[] {
  const facts = entry.changes.flatMap(({ field, name, before, after }) =>
    listValues(field, name, before, after),
  );
  const fields = [...new Set(facts.map(({ field }) => field))];
  return [
    ...fields.map((field) => ({
      field,
      changes: facts.filter((change) => change.field === field),
      isRevertible: entry.can_revert,
    })),
    ...listOthers(entry).map((change) => ({ field: change.field, changes: [change], isRevertible: false })),
  ];
}

/** Lists the keys of a table, such as nutrition amounts. */
function listValues(field: string, name: string, before: unknown, after: unknown): ValueChange[] {
  if (!isTable(before) && !isTable(after)) return compare({ field, name, key: null }, before, after);
  const [was, is] = [before, after].map((table) => new Map(isTable(table) ? Object.entries(table) : []));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key) =>
    compare({ field, name, key }, was?.get(key), is?.get(key)),
  );
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compare(
  place: Pick<ValueChange, 'field' | 'name' | 'key'>,
  before: unknown,
  after: unknown,
): ValueChange[] {
  const [was, is] = [before, after].map((value) => (describeValue(value) === '' ? null : value));
  // A flag that is off counts as not stated.
  if ((was ?? false) === (is ?? false) || describeValue(was) === describeValue(is)) return [];
  return [
    { ...place, effect: was === null ? 'add' : is === null ? 'delete' : 'change', before: was, after: is },
  ];
}

/** Lists changes that the audit log records besides facts. */
function listOthers({ action, before, after }: HistoryEntry): ValueChange[] {
  const barcode = { field: 'barcode', name: 'barcodes', key: null };
  const price = { field: 'msrp', name: 'msrp', key: null };
  if (action === 'barcode.updated') {
    return compare({ ...barcode, key: read(after, 'gtin') }, describePack(before), describePack(after));
  }
  if (action === 'msrp.deleted') return compare(price, describePrice(before), undefined);
  const prices = Array.isArray(before?.['msrp']) ? before['msrp'].map(describePrice) : undefined;
  return [
    ...compare({ field: 'status', name: 'status', key: null }, before?.['status'], after?.['status']),
    ...compare(
      { field: 'primary barcode', name: 'primary barcode', key: null },
      before?.['primary'],
      after?.['primary'],
    ),
    ...compare(barcode, before?.['gtin'], after?.['gtin'] ?? after?.['barcode']),
    ...compare(price, prices, isTable(after?.['msrp']) ? describePrice(after['msrp']) : undefined),
  ];
}

function read(words: HistoryEntry['before'], name: string): string {
  return describeValue(words?.[name]);
}

function describePack(words: HistoryEntry['before']): string {
  return `${read(words, 'pack_level')}, ${read(words, 'region') || 'any region'}`;
}

function describePrice(price: unknown): string {
  if (!isTable(price)) return '';
  const { amount, currency, region } = price;
  return `${describeValue(amount)} ${describeValue(currency)} (${describeValue(region)})`;
}
