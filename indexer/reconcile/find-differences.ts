import { isDeepStrictEqual } from 'node:util';
import { validate as isUuid } from 'uuid';
import type { Db } from '../../src/platform/db/client.ts';
import {
  FIRST_ID,
  listProductsInUse,
  listUnmarkedProducts,
  type ProductState,
} from '../../src/search/index/indexed-product-store.ts';
import type { SearchDocument } from '../../src/search/index/search-index.ts';
import { buildDocument } from '../drain/build-document.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';
import type { Pace } from './pace.ts';

const PAGE = 1_000;

/** Differences between an index and Postgres, without products that are marked anyway. */
export interface Differences {
  /** Products in use that were compared. */
  products: number;
  /** Products in use without a document. */
  missing: string[];
  /** Products in use whose document differs. */
  stale: string[];
  /** Products not in use that have a document. */
  ghost: string[];
  /** Document ids that cannot belong to products. */
  foreign: string[];
}

interface Dependencies {
  db: Db;
  index: IndexWriter;
  pace: Pace;
  /** Called after each page, with or without differences: a whole comparison may take hours. */
  onCompared: (page: Differences) => Promise<void>;
}

/**
 * Compares every document with its row, field by field, page by page, while writes go on. Each difference is checked
 * twice. It counts only if the product is unmarked and unchanged before and after its document was read: then no
 * pending write would correct it.
 */
export async function findDifferences(dependencies: Dependencies): Promise<Differences> {
  const { db, index, pace } = dependencies;
  const all = noDifferences();
  let documents = 0;
  for (let after = FIRST_ID; ;) {
    const next = await pace(async () => {
      const products = await listProductsInUse(db, after, PAGE);
      const page = await compare(index, products);
      documents += page.documents;
      await report(dependencies, all, {
        ...(await confirm(dependencies, page.different)),
        products: products.length,
      });
      return products.length < PAGE ? undefined : products.at(-1)?.productId;
    });
    if (next === undefined) break;
    after = next;
  }
  const state = await index.findState();
  if (state && state.documentCount > documents) await findGhosts(dependencies, all);
  return all;
}

/** Compares these products alone. */
export async function findDifferencesOf(
  dependencies: Dependencies,
  productIds: string[],
): Promise<Differences> {
  const all = noDifferences();
  for (let from = 0; from < productIds.length; from += PAGE) {
    const ids = productIds.slice(from, from + PAGE);
    await dependencies.pace(async () => {
      await report(dependencies, all, { ...(await confirm(dependencies, ids)), products: ids.length });
    });
  }
  return all;
}

/**
 * Finds documents whose product is not in use; runs only when there are more documents than products. Reports them at
 * the end, because a deletion in between would shift the ids that follow.
 */
async function findGhosts(dependencies: Dependencies, all: Differences): Promise<void> {
  const { index, pace } = dependencies;
  const found = noDifferences();
  let from: string | undefined;
  do {
    from = await pace(async () => {
      const { ids, next } = await index.listIds(PAGE, from);
      const products = await listUnmarkedProducts(dependencies.db, ids.filter(isUuid));
      const suspects = products.filter((product) => !product.inUse).map(({ productId }) => productId);
      found.ghost.push(...(await confirm(dependencies, suspects)).ghost);
      found.foreign.push(...ids.filter((id) => !isUuid(id)));
      return next;
    });
  } while (from !== undefined);
  await report(dependencies, all, found);
}

function noDifferences(): Differences {
  return { products: 0, missing: [], stale: [], ghost: [], foreign: [] };
}

async function report({ onCompared }: Dependencies, all: Differences, page: Differences): Promise<void> {
  await onCompared(page);
  all.products += page.products;
  for (const kind of ['missing', 'stale', 'ghost', 'foreign'] as const) all[kind].push(...page[kind]);
}

async function confirm({ db, index }: Dependencies, ids: string[]): Promise<Differences> {
  const found = noDifferences();
  if (ids.length === 0) return found;
  const before = await listUnmarkedProducts(db, ids);
  const different = new Set((await compare(index, before)).different);
  if (different.size === 0) return found;
  const after = new Map(
    (await listUnmarkedProducts(db, [...different])).map((product) => [product.productId, product]),
  );
  const documents = new Set((await index.listDocuments([...different])).map(({ id }) => id));
  for (const product of before) {
    const { productId } = product;
    if (!different.has(productId) || !isDeepStrictEqual(product, after.get(productId))) continue;
    if (!product.inUse) found.ghost.push(productId);
    else if (documents.has(productId)) found.stale.push(productId);
    else found.missing.push(productId);
  }
  return found;
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
