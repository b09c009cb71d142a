import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fieldOf } from '../../facts/product-facts.ts';
import { isEmptyFact, TABLE_NAMES } from '../../facts/registry/fact-list.ts';
import { isUncategorized, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { diffProducts, type ProductDifference, type RowDifference } from './diff-products.ts';
import type { ProductChange, SourceChange, ValueChange } from './product-change-contract.ts';
import {
  brandNamesOf,
  type BarcodeRow,
  type MsrpRow,
  type ProductSnapshot,
} from './product-snapshot-store.ts';

/** Returns the difference of two states of a product for display: value by value, by wire names. Pure. */
export function describeDifference(
  before: ProductSnapshot | undefined,
  after: ProductSnapshot | undefined,
  context: CatalogueContext,
): ProductChange {
  const difference = diffProducts(before, after);
  const brandNames = brandNamesOf([before, after]);
  const show = (name: string, value: unknown): unknown => {
    if (name === 'brand') return brandNames.get(String(value)) ?? null;
    if (name === 'category') {
      const code = context.categoryById.get(String(value))?.code;
      return code === undefined || isUncategorized(code) ? null : code;
    }
    return value !== false && isEmptyFact(value) ? null : value;
  };
  const facts = difference.units.flatMap(({ unit, before: was, after: is }) =>
    Object.keys(is).flatMap((name) => {
      const field = unit === 'status' ? name : fieldOf(name);
      if (TABLE_NAMES.has(name)) return listKeys(field, was[name], is[name]);
      return change({ field, name, key: null }, show(name, was[name]), show(name, is[name]));
    }),
  );
  return {
    changes: [
      ...facts,
      ...difference.barcodes.flatMap((row) => {
        const key = displayGtin((row.after ?? row.before)?.gtin14 ?? '');
        return change({ field: 'barcode', name: 'barcodes', key }, ...both(row, showBarcode));
      }),
      ...difference.msrp.flatMap((row) =>
        change({ field: 'msrp', name: 'msrp', key: null }, ...both(row, showMsrp)),
      ),
    ],
    source_changes: listSourceChanges(difference, context),
    quality_score: difference.score,
  };
}

/** Returns a fingerprint. Two differences with the same one make the same changes to the same product. */
export function fingerprintOf(
  productId: string | null,
  { changes, source_changes: sources }: Pick<ProductChange, 'changes' | 'source_changes'>,
): string {
  const shown = JSON.stringify([productId, changes, sources]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 22);
}

function listKeys(name: string, before: unknown, after: unknown): ValueChange[] {
  // Maps, because a key may be the name of an inherited object property.
  const [was, is] = [before, after].map((table) => new Map(Object.entries(table ?? {})));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key) =>
    change({ field: name, name, key }, was?.get(key) ?? null, is?.get(key) ?? null),
  );
}

function change(
  place: Pick<ValueChange, 'field' | 'name' | 'key'>,
  before: unknown,
  after: unknown,
): ValueChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  // A flag that is false shows the same as a flag without a value.
  const [had, has] = [before, after].map((value) => value !== null && value !== false);
  if (!had && !has) return [];
  return [{ ...place, effect: !had ? 'add' : has ? 'change' : 'delete', before, after }];
}

function both<Row>({ before, after }: RowDifference<Row>, show: (row: Row) => unknown): [unknown, unknown] {
  return [before && show(before), after && show(after)];
}

function showBarcode({ gtin14, ...row }: BarcodeRow): unknown {
  return { gtin: displayGtin(gtin14), ...row };
}

function showMsrp({ id: _id, ...row }: MsrpRow): unknown {
  return row;
}

/** Returns added and removed sources. A new time stamp alone is no change: the same source supplies the same field. */
function listSourceChanges({ provenance }: ProductDifference, context: CatalogueContext): SourceChange[] {
  return provenance.flatMap(({ before, after }) => {
    const row = after ?? before;
    if (!row || (before && after)) return [];
    const source = context.sourceById.get(row.source_id)?.code ?? row.source_id;
    return [{ field: row.field, source, effect: after ? ('add' as const) : ('delete' as const) }];
  });
}
