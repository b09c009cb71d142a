import { isDeepStrictEqual } from 'node:util';
import { FACT_LIST } from '../../facts/registry/fact-list.ts';
import { buildEmptyState, type ProductState } from '../../facts/state/product-state.ts';
import type { BarcodeRow, MsrpRow, ProductSnapshot, ProvenanceRow } from './product-snapshot-store.ts';

/** The values of a unit by wire names; brand and category are ids. */
export type UnitValues = Record<string, unknown>;

/** A row that was added, removed or changed; null where it does not exist. */
export interface RowDifference<Row> {
  before: Row | null;
  after: Row | null;
}

/** A group of values that are decided together, where it differs. */
export interface UnitDifference {
  /** A fact, or `status`. */
  unit: string;
  before: UnitValues;
  after: UnitValues;
  /** The suppliers of its values before and after, even if they are the same. */
  said: { before: ProvenanceRow[]; after: ProvenanceRow[] };
}

/** The difference of two states of a product. It is stored with a decision, so fields may be added but not renamed. */
export interface ProductDifference {
  units: UnitDifference[];
  provenance: RowDifference<ProvenanceRow>[];
  barcodes: RowDifference<BarcodeRow>[];
  msrp: RowDifference<MsrpRow>[];
  score: { before: number | null; after: number | null };
  /** The brand that was created for the product. */
  madeBrandId: string | null;
  hadFoodRow: boolean;
}

interface Unit {
  name: string;
  /** Values of `field_provenance.field`. */
  fields: readonly string[];
  parts: readonly string[];
}

/** The groups of values that are decided together. Amounts and their basis are one unit. */
export const UNITS: readonly Unit[] = [
  ...FACT_LIST.filter(({ field }) => field !== 'nutrition_basis').map(({ field, parts }): Unit =>
    field === 'nutriments'
      ? { name: field, fields: [field, 'nutrition_basis'], parts: [...parts, 'nutrition_basis'] }
      : { name: field, fields: [field], parts },
  ),
  { name: 'status', fields: [], parts: ['status', 'archive_reason', 'merged_into_id'] },
];

export function findUnit(name: string): Unit | undefined {
  return UNITS.find(({ name: unit }) => unit === name);
}

/** Returns a product’s values of a unit; without a product they are empty. */
export function readUnit({ parts }: Unit, state: ProductState | undefined): UnitValues {
  const { facts, brandId, categoryId, ...row } = state ?? buildEmptyState('');
  const values: UnitValues = {
    ...facts,
    brand: brandId,
    category: categoryId,
    status: state ? row.status : null,
    archive_reason: row.archiveReason,
    merged_into_id: row.mergedIntoId,
  };
  return Object.fromEntries(parts.map((part) => [part, values[part] ?? null]));
}

/** Returns the difference of two states of a product; undefined: the product did, or does, not exist. Pure. */
export function diffProducts(
  before: ProductSnapshot | undefined,
  after: ProductSnapshot | undefined,
): ProductDifference {
  const [was, is] = [before?.provenance ?? [], after?.provenance ?? []];
  return {
    units: UNITS.flatMap((unit) => {
      const values = { before: readUnit(unit, before?.state), after: readUnit(unit, after?.state) };
      if (isDeepStrictEqual(values.before, values.after)) return [];
      const saidOf = (rows: ProvenanceRow[]) => rows.filter(({ field }) => unit.fields.includes(field));
      return [{ unit: unit.name, ...values, said: { before: saidOf(was), after: saidOf(is) } }];
    }),
    provenance: diffRows(was, is, ({ field, source_id: sourceId }) => `${field} ${sourceId}`),
    barcodes: diffRows(before?.barcodes, after?.barcodes, ({ gtin14 }) => gtin14),
    msrp: diffRows(before?.msrp, after?.msrp, ({ id }) => id),
    score: { before: before?.qualityScore ?? null, after: after?.qualityScore ?? null },
    madeBrandId: after?.isBrandNew ? after.state.brandId : null,
    hadFoodRow: before?.hasFoodRow ?? false,
  };
}

function diffRows<Row>(
  before: readonly Row[] = [],
  after: readonly Row[] = [],
  keyOf: (row: Row) => string,
): RowDifference<Row>[] {
  const was = new Map(before.map((row) => [keyOf(row), row]));
  const is = new Map(after.map((row) => [keyOf(row), row]));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((key) => ({ before: was.get(key) ?? null, after: is.get(key) ?? null }))
    .filter((row) => !isDeepStrictEqual(row.before, row.after));
}
