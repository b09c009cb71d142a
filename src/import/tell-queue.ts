import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { hashSubmission } from '../review/submissions/submission-content.ts';
import { saveSubmission } from '../review/submissions/submission-store.ts';
import type { ImportContext } from './import-context.ts';

/** What an operator should know of a product, after the name of the source. */
export interface Notice {
  productId: string;
  says: string;
}

/**
 * Adds a note for each to the review queue, in the import's transaction. An identical pending note is not repeated.
 */
export async function tellQueue(tx: Tx, notices: readonly Notice[], context: ImportContext): Promise<void> {
  const name = context.sourceById.get(context.sourceId)?.name ?? 'A source';
  for (const { productId, says } of notices) {
    const content = { note: `${name} ${says}` };
    await saveSubmission(tx, {
      id: uuidV7(),
      source: 'public',
      productId,
      content,
      contentHash: hashSubmission({ gtin14: null, productId, content }),
    });
  }
}
