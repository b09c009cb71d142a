import type { Tx } from '../../platform/db/client.ts';
import { databaseErrorOf } from '../../platform/db/database-error.ts';
import { UnknownReference, type CopiedProduct } from './copied-product.ts';
import { findProductFault } from './copy-rules.ts';
import type { SkippedRecord } from './skipped-store.ts';
import { takeProducts } from './take-products.ts';

/** Postgres does not take a value, or rows contradict each other. */
const DEFECTIVE_SQLSTATE = /^2[123]/;

/**
 * Writes the products that contributors and operators could have written, and skips the others, so that one bad record does
 * not stop the rest.
 * @param skipsUnknown whether a product with an unknown category or source is skipped; else it throws
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

/** What the rules do not show, the database does: halves are tried until the bad records stand alone. */
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

/** Returns the message of the database where a value is at fault; undefined for any other failure. */
export function describeDefect(error: unknown): string | undefined {
  const { code = '', message = '' } = databaseErrorOf(error) ?? {};
  return DEFECTIVE_SQLSTATE.test(code) ? `Postgres: ${message}` : undefined;
}
