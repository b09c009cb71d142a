import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { hashSubmission } from '../review/submissions/submission-content.ts';
import { saveSubmission } from '../review/submissions/submission-store.ts';
import type { ImportContext } from './import-context.ts';

/** Allergens that a source now states and that an operator had marked as absent. */
export interface Contradiction {
  productId: string;
  allergens: readonly string[];
}

/**
 * Adds a note for each to the review queue, in the import's transaction. An identical pending note is not repeated.
 */
export async function tellQueue(
  tx: Tx,
  contradictions: readonly Contradiction[],
  context: ImportContext,
): Promise<void> {
  const name = context.sourceById.get(context.sourceId)?.name ?? 'A source';
  for (const { productId, allergens } of contradictions) {
    const content = {
      note: `${name} states ${allergens.join(', ')}, which an operator had found absent. It counts as contained again.`,
    };
    await saveSubmission(tx, {
      id: uuidV7(),
      source: 'public',
      productId,
      content,
      contentHash: hashSubmission({ gtin14: null, productId, content }),
    });
  }
}
