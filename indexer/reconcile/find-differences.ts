import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { validate as isUuid } from 'uuid';
import type { Db } from '../../src/db/client.ts';
import {
  FIRST_ID,
  listProductsInUse,
  listUnmarkedProducts,
  type ProductState,
} from '../../src/index/indexed-product-store.ts';
import type { SearchDocument } from '../../src/index/search-index.ts';
import { buildDocument } from '../drain/build-document.ts';
import type { IndexWriter } from '../drain/index-writer.ts';

const PAGE = 1_000;

/** What an index has otherwise than Postgres, apart from products that are marked anyway. */
export interface Differences {
  /** Products in use that were compared. */
  products: number;
  /** In use, and without a document. */
  missing: string[];
  /** In use, with a document that says something else. */
  stale: string[];
  /** Not in use, with a document. */
  ghost: string[];
  /** Ids of documents that cannot be products'. */
  foreign: string[];
}

interface Dependencies {
  db: Db;
  index: IndexWriter;
  signal: AbortSignal;
  /** Rests after each page as long as the page took, so that it never takes more than half of a core. */
  isPolite: boolean;
}

/**
 * Compares every document with its row, field by field, page after page, while writes go on. What differs at first
 * sight is looked at twice: it counts only when the product is unmarked and unchanged before and after its document
 * was read, for then nothing is on its way that would put it right.
 */
export async function findDifferences(dependencies: Dependencies): Promise<Differences> {
  const { db, index } = dependencies;
  const found: Differences = { products: 0, missing: [], stale: [], ghost: [], foreign: [] };
  let documents = 0;
  for (let after = FIRST_ID; ;) {
    const next = await paced(dependencies, async () => {
      const products = await listProductsInUse(db, after, PAGE);
      const page = await compare(index, products);
      documents += page.documents;
      found.products += products.length;
      await confirm(dependencies, page.different, found);
      return products.length < PAGE ? undefined : products.at(-1)?.productId;
    });
    if (next === undefined) break;
    after = next;
  }
  const state = await index.findState();
  if (state && state.documentCount > documents) await findGhosts(dependencies, found);
  return found;
}

/** Documents whose product is not in use: asked for only when there are more documents than products. */
async function findGhosts(dependencies: Dependencies, found: Differences): Promise<void> {
  const { index } = dependencies;
  for (let offset = 0; ; offset += PAGE) {
    const isLast = await paced(dependencies, async () => {
      const ids = await index.listIds(offset, PAGE);
      found.foreign.push(...ids.filter((id) => !isUuid(id)));
      const products = await listUnmarkedProducts(dependencies.db, ids.filter(isUuid));
      const suspects = products.filter((product) => !product.inUse).map(({ productId }) => productId);
      await confirm(dependencies, suspects, found);
      return ids.length < PAGE;
    });
    if (isLast) return;
  }
}

async function confirm(dependencies: Dependencies, ids: string[], found: Differences): Promise<void> {
  if (ids.length === 0) return;
  const { db, index } = dependencies;
  const before = await listUnmarkedProducts(db, ids);
  const { different } = await compare(index, before);
  const after = new Map(
    (await listUnmarkedProducts(db, different)).map((product) => [product.productId, product]),
  );
  const documents = new Set((await index.listDocuments(different)).map(({ id }) => id));
  for (const product of before) {
    const { productId } = product;
    if (!different.includes(productId) || !isDeepStrictEqual(product, after.get(productId))) continue;
    if (!product.inUse) found.ghost.push(productId);
    else if (documents.has(productId)) found.stale.push(productId);
    else found.missing.push(productId);
  }
}

async function compare(
  index: IndexWriter,
  products: ProductState[],
): Promise<{ documents: number; different: string[] }> {
  if (products.length === 0) return { documents: 0, different: [] };
  const list = await index.listDocuments(products.map(({ productId }) => productId));
  const documents = new Map<string, SearchDocument>(list.map((document) => [document.id, document]));
  const different = products.filter((product) => {
    const wanted = product.inUse ? buildDocument(product) : undefined;
    return !isDeepStrictEqual(documents.get(product.productId), wanted);
  });
  return { documents: list.length, different: different.map(({ productId }) => productId) };
}

async function paced<T>({ isPolite, signal }: Dependencies, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const startedAt = performance.now();
  const result = await work();
  if (isPolite) await sleep(performance.now() - startedAt, undefined, { signal });
  return result;
}
