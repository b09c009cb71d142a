import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/client.ts';
import type { ClaimedFacts } from '../../../facts/product-facts.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import { findCandidates } from './duplicate-store.ts';
import { judgeCandidates } from './find-duplicates.ts';

/**
 * Lets a new product be made where nothing stored is so alike that it may be the same, or an operator says that it is
 * another one. Of two that are made at the same moment under one name the second waits for the first, and finds it.
 * @throws ApiError `possible_duplicate` with `details.possible_duplicates`: those not confirmed to be different
 */
export async function requireConfirmedDifferent(
  tx: Tx,
  submitted: { facts: ClaimedFacts; gtin14: string | null },
  confirmed: readonly string[] = [],
): Promise<void> {
  const { name } = submitted.facts;
  if (!name) return;
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`new product: ${foldText(name)}`}, 0))`,
  );
  const candidates = await findCandidates(tx, submitted.facts, submitted.gtin14, []);
  const open = judgeCandidates(candidates, submitted).filter(
    ({ id, needs_confirmation: isStrong }) => isStrong && !confirmed.includes(id),
  );
  if (open.length === 0) return;
  throw new ApiError(
    'possible_duplicate',
    `It may be here already: ${open
      .slice(0, 3)
      .map((product) => product.name)
      .join(', ')}. Complete that product, or confirm that it is another one.`,
    { details: { possible_duplicates: open } },
  );
}
