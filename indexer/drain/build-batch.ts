import type { DirtyProduct, Mark } from '../../src/search/index/outbox-store.ts';
import type { IndexEngine } from '../../src/search/engines/index-engine.ts';
import { buildDocument } from './build-document.ts';

export const MAX_BATCH_DOCUMENTS = 1_000;
/** A thousand documents are about half of that; a proxy in front of the engine may refuse larger bodies. */
export const MAX_BATCH_BYTES = 1_000_000;

/** The products of one request to the engine. */
export interface Batch {
  marks: Mark[];
  /** One JSON document per line; empty without documents. */
  documents: string;
  documentCount: number;
  /** Ids of products that are not in use. */
  deletions: string[];
}

/**
 * Returns documents for products in use and deletions for the others, in order, until the documents reach `maxBytes`.
 * The first product is always taken. `render` is the engine's `renderDocument`.
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
