import { isDeepStrictEqual } from 'node:util';
import { TABLE_NAMES } from '../../facts/registry/fact-list.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import type { ProductState, StoredFacts, Suppliers } from '../../facts/state/product-state.ts';
import {
  readUnit,
  UNITS,
  findUnit,
  type ProductDifference,
  type UnitDifference,
  type UnitValues,
} from './diff-products.ts';
import type { ProductSnapshot, ProvenanceRow } from './product-snapshot-store.ts';

/** A value that cannot be restored, because another source has changed or confirmed it since. */
export interface Place {
  field: string;
  name: string;
  key: string | null;
}

/** The fields that a later approved submission supplied: for tables the keys, or `true` for the whole field. */
export interface LaterWords {
  submissionId: string;
  spoken: ReadonlyMap<string, ReadonlySet<string> | true>;
}

export interface RevertPlan {
  conflicts: Place[];
  /** The product with its restored values; their suppliers are in `provenance`. */
  after: ProductState;
  /** The rows of provenance after the revert. */
  provenance: ProvenanceRow[];
  /** The rows among them that get their earlier content back. */
  restored: ProvenanceRow[];
  /** Rows that stay because a later submission relies on them. That submission inherits their earlier state. */
  left: ProductDifference['provenance'];
  removedGtins: string[];
  removedMsrpIds: string[];
}

const same = isDeepStrictEqual;
const rowKey = ({ field, source_id: sourceId }: Pick<ProvenanceRow, 'field' | 'source_id'>) =>
  `${field} ${sourceId}`;

/** Returns all values that were added after the creation of a product. A product with additions cannot be removed. */
export function findAdditions(difference: ProductDifference, current: ProductSnapshot): Place[] {
  const units = new Map(difference.units.map((unit) => [unit.unit, unit]));
  const [provenance, barcodes, msrp] = [
    difference.provenance.map(({ after }) => after),
    difference.barcodes.map(({ after }) => after),
    difference.msrp.map(({ after }) => after),
  ];
  const places = [
    ...UNITS.flatMap((unit) => {
      const now = readUnit(unit, current.state);
      const was = units.get(unit.name)?.after ?? readUnit(unit, undefined);
      return unit.parts
        .filter((name) => !same(now[name], was[name]))
        .map((name) => ({ field: unit.name, name }));
    }),
    ...current.provenance
      .filter((row) => !provenance.some((one) => same(one, row)))
      .map(({ field }) => ({ field, name: field })),
    ...current.msrp
      .filter((row) => !msrp.some((one) => same(one, row)))
      .map(() => ({ field: 'msrp', name: 'msrp' })),
  ].map((place): Place => ({ ...place, key: null }));
  const gtins = current.barcodes
    .filter((row) => !barcodes.some((one) => same(one, row)))
    .map(({ gtin14 }): Place => ({ field: 'barcode', name: 'barcodes', key: gtin14 }));
  const all = [...places, ...gtins];
  return all.filter((place, index) => all.findIndex((one) => same(one, place)) === index);
}

/**
 * Returns the plan for reverting a change of the current product. A value that is still as the change left it gets
 * its earlier value back; a value that equals the earlier one stays. A value that another source has since changed or
 * confirmed, or an operator has decided, is a conflict. Pure.
 */
export function planRevert(
  difference: ProductDifference,
  current: ProductSnapshot,
  later: readonly LaterWords[],
  context: CatalogueContext,
): RevertPlan {
  const conflicts: Place[] = [];
  let after: ProductState = { ...current.state, facts: { ...current.state.facts } };
  for (const unit of difference.units) {
    const found = planUnit(unit, current, later);
    conflicts.push(...found.conflicts);
    if (!found.values) continue;
    if (isGone(found.values, context)) conflicts.push({ field: unit.unit, name: unit.unit, key: null });
    after = layOver(after, found.values);
  }
  conflicts.push(...findBarcodeConflicts(difference, current, later));
  const now = new Map(current.provenance.map((row) => [rowKey(row), row]));
  const restored: ProvenanceRow[] = [];
  const left: ProductDifference['provenance'] = [];
  for (const row of difference.provenance) {
    const key = rowKey((row.after ?? row.before) as ProvenanceRow);
    const field = (row.after ?? row.before)?.field ?? '';
    const isSpoken = later.some(({ spoken }) => spoken.has(field));
    if (isSpoken || !same(now.get(key) ?? null, row.after)) {
      left.push(row);
    } else if (row.before) {
      now.set(key, row.before);
      restored.push(row.before);
    } else now.delete(key);
  }
  const provenance = [...now.values()];
  return {
    conflicts,
    after: { ...after, suppliers: listSuppliers(provenance) },
    provenance,
    restored,
    left,
    removedGtins: difference.barcodes.flatMap(({ before, after: added }) =>
      added && !before && current.barcodes.some(({ gtin14 }) => gtin14 === added.gtin14)
        ? [added.gtin14]
        : [],
    ),
    removedMsrpIds: difference.msrp.flatMap(({ before, after: added }) =>
      added && !before && current.msrp.some(({ id }) => id === added.id) ? [added.id] : [],
    ),
  };
}

function planUnit(
  unit: UnitDifference,
  current: ProductSnapshot,
  later: readonly LaterWords[],
): { values: UnitValues | undefined; conflicts: Place[] } {
  const declared = findUnit(unit.unit);
  // A fact that this release no longer has cannot be restored.
  if (!declared) return { values: undefined, conflicts: [] };
  // A difference that an older release stored may lack some parts.
  const held = readUnit(declared, current.state);
  const now = Object.fromEntries(Object.keys(unit.after).map((name) => [name, held[name]]));
  const table = tableOf(unit);
  const found = table === undefined ? planWhole(unit, now) : planTable(unit, table, now);
  if (!found.values) return found;
  const speaks = ({ spoken }: LaterWords) =>
    declared.fields.some((field) => {
      // For a table that is compared key by key, the basis has not changed.
      const words = table === undefined || field === table ? spoken.get(field) : undefined;
      if (words === undefined || words === true || table === undefined) return words !== undefined;
      return found.keys.some((key) => words.has(key));
    });
  const laterIds = new Set(later.map(({ submissionId }) => submissionId));
  const isSaid = current.provenance
    .filter(({ field }) => declared.fields.includes(field))
    .every(
      (row) =>
        unit.said.after.some((said) => same(said, row)) ||
        (table !== undefined && laterIds.has(row.submission_id ?? '')),
    );
  const isWithdrawn = unit.said.after.some(
    (said) => !current.provenance.some((row) => rowKey(row) === rowKey(said)),
  );
  if (!later.some(speaks) && isSaid && !isWithdrawn) return found;
  const places =
    table === undefined ? Object.keys(unit.after).filter((name) => differs(unit, name)) : [table];
  const keys = table === undefined ? [null] : found.keys;
  return {
    values: undefined,
    conflicts: places.flatMap((name) => keys.map((key) => ({ field: unit.unit, name, key }))),
  };
}

interface PlannedUnit {
  values: UnitValues | undefined;
  conflicts: Place[];
  /** The keys of a table that get their earlier values back. */
  keys: string[];
}

const differs = ({ before, after }: UnitDifference, name: string) => !same(before[name], after[name]);

/** Returns the table that is compared key by key. Amounts with a changed basis are compared as a whole. */
function tableOf(unit: UnitDifference): string | undefined {
  const isOther = unit.unit === 'nutriments' && differs(unit, 'nutrition_basis');
  return TABLE_NAMES.has(unit.unit) && !isOther ? unit.unit : undefined;
}

function planWhole(unit: UnitDifference, now: UnitValues): PlannedUnit {
  if (same(now, unit.after)) return { values: unit.before, conflicts: [], keys: [] };
  if (same(now, unit.before)) return { values: undefined, conflicts: [], keys: [] };
  const names = Object.keys(unit.after).filter((name) => !same(now[name], unit.after[name]));
  return {
    values: undefined,
    conflicts: names.map((name) => ({ field: unit.unit, name, key: null })),
    keys: [],
  };
}

function planTable(unit: UnitDifference, name: string, now: UnitValues): PlannedUnit {
  // Maps, because a key may be the name of an inherited object property.
  const read = (table: unknown) => new Map<string, unknown>(Object.entries(table ?? {}));
  const [before, after, held] = [read(unit.before[name]), read(unit.after[name]), read(now[name])];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !same(before.get(key), after.get(key)),
  );
  if (!same(now['nutrition_basis'], unit.after['nutrition_basis'])) {
    return {
      values: undefined,
      conflicts: [{ field: unit.unit, name: 'nutrition_basis', key: null }],
      keys: [],
    };
  }
  const open = changed.filter((key) => !same(held.get(key), before.get(key)));
  const conflicts = open
    .filter((key) => !same(held.get(key), after.get(key)))
    .map((key) => ({ field: unit.unit, name, key }));
  for (const key of open) {
    if (before.has(key)) held.set(key, before.get(key));
    else held.delete(key);
  }
  const nothing = name === 'nutriments' ? null : {};
  return {
    values:
      open.length > 0 ? { ...now, [name]: held.size === 0 ? nothing : Object.fromEntries(held) } : undefined,
    conflicts,
    keys: open,
  };
}

/** Returns whether the category has been deleted since. */
function isGone(values: UnitValues, context: CatalogueContext): boolean {
  const category = values['category'];
  return typeof category === 'string' && !context.categoryById.has(category);
}

function layOver(state: ProductState, values: UnitValues): ProductState {
  const { brand, category, ...facts } = values;
  return {
    ...state,
    facts: { ...state.facts, ...(facts as Partial<StoredFacts>) },
    ...(brand === undefined ? {} : { brandId: brand as string | null }),
    ...(category === undefined ? {} : { categoryId: category as string | null }),
  };
}

function findBarcodeConflicts(
  { barcodes }: ProductDifference,
  current: ProductSnapshot,
  later: readonly LaterWords[],
): Place[] {
  return barcodes.flatMap(({ after: added }) => {
    const row = current.barcodes.find(({ gtin14 }) => gtin14 === added?.gtin14);
    if (!row || !added) return [];
    const isDescribed = row.pack_level !== added.pack_level || row.region !== added.region;
    const isPromoted = row.is_primary && !added.is_primary;
    const isSpoken = later.some(({ spoken }) => {
      const words = spoken.get('barcode');
      return words !== undefined && words !== true && words.has(row.gtin14);
    });
    return isDescribed || isPromoted || isSpoken
      ? [{ field: 'barcode', name: 'barcodes', key: row.gtin14 }]
      : [];
  });
}

function listSuppliers(rows: readonly ProvenanceRow[]): Suppliers {
  const sorted = rows.toSorted((a, b) =>
    a.recorded_at === b.recorded_at
      ? a.source_id.localeCompare(b.source_id)
      : a.recorded_at.localeCompare(b.recorded_at),
  );
  const suppliers: Record<string, string[]> = {};
  for (const { field, source_id: sourceId } of sorted) (suppliers[field] ??= []).push(sourceId);
  return suppliers;
}
