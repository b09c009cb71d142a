import type { DirtyProduct, Mark } from '../../src/search/index/outbox-store.ts';
import type { IndexEngine } from '../engines/index-engine.ts';
import { buildDocument } from './build-document.ts';

export const MAX_BATCH_DOCUMENTS = 1_000;
/** A thousand documents are about half of that; a proxy before the engine may take no more. */
export const MAX_BATCH_BYTES = 1_000_000;

/** What one round sends to the engine. */
export interface Batch {
  marks: Mark[];
  /** One JSON document a line; empty without documents. */
  documents: string;
  documentCount: number;
  /** Ids of products that are not in use. */
  deletions: string[];
}

/**
 * Documents for products in use, deletions for the others, from the front of the list until the documents reach
 * `maxBytes`; the first product is always taken. `render` is the engine's.
 */
export function buildBatch(
  products: DirtyProduct[],
  maxBytes: number,
  render: IndexEngine['renderDocument'],
): Batch {
  const lines: string[] = [];
  const deletions: string[] = [];
  const marks: Mark[] = [];
  let bytes = 0;
  for (const product of products) {
    if (product.inUse) {
      const line = `${render(buildDocument(product))}\n`;
      bytes += Buffer.byteLength(line);
      if (bytes > maxBytes && marks.length > 0) break;
      lines.push(line);
    } else {
      deletions.push(product.productId);
    }
    marks.push({ productId: product.productId, version: product.version });
  }
  return { marks, documents: lines.join(''), documentCount: lines.length, deletions };
}
