import type { Tx } from '../../platform/db/client.ts';
import { databaseErrorOf } from '../../platform/db/database-error.ts';
import { UnknownReference, type CopiedProduct } from './copied-product.ts';
import { findProductFault } from './copy-rules.ts';
import type { SkippedRecord } from './skipped-store.ts';
import { takeProducts } from './take-products.ts';

/** SQLSTATEs of invalid values and violated constraints. */
const DEFECTIVE_SQLSTATE = /^2[123]/;

/**
 * Saves products that pass the rules for contributors and operators, and skips the others, so that one bad record
 * does not stop the rest.
 * @param skipsUnknown skip products with an unknown category or source instead of throwing
 * @throws UnknownReference
 */
export async function takeCopies(
  tx: Tx,
  copies: readonly CopiedProduct[],
  skipsUnknown: boolean,
): Promise<SkippedRecord[]> {
  const usable: CopiedProduct[] = [];
  const skipped: SkippedRecord[] = [];
  for (const copy of copies) {
    const reason = findProductFault(copy);
    if (reason === undefined) usable.push(copy);
    else skipped.push({ kind: 'product', id: copy.product.id, reason });
  }
  return [...skipped, ...(await takeOrHalve(tx, usable, skipsUnknown))];
}

/** Saves products. If the database refuses them, tries halves until the bad records are isolated. */
async function takeOrHalve(
  tx: Tx,
  copies: readonly CopiedProduct[],
  skipsUnknown: boolean,
): Promise<SkippedRecord[]> {
  try {
    await tx.transaction((savepoint) => takeProducts(savepoint, copies));
    return [];
  } catch (error) {
    const reason = error instanceof UnknownReference && skipsUnknown ? error.message : describeDefect(error);
    const [first] = copies;
    if (reason === undefined || !first) throw error;
    if (copies.length === 1) return [{ kind: 'product', id: first.product.id, reason }];
    const middle = Math.ceil(copies.length / 2);
    return [
      ...(await takeOrHalve(tx, copies.slice(0, middle), skipsUnknown)),
      ...(await takeOrHalve(tx, copies.slice(middle), skipsUnknown)),
    ];
  }
}

/** Returns the database's message if a value is at fault; undefined for other failures. */
export function describeDefect(error: unknown): string | undefined {
  const { code = '', message = '' } = databaseErrorOf(error) ?? {};
  return DEFECTIVE_SQLSTATE.test(code) ? `Postgres: ${message}` : undefined;
}
