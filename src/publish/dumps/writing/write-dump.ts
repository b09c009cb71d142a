import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../../../platform/db/client.ts';
import { brandSchema, type Brand } from '../../../catalog/brands/brand-contract.ts';
import { listBrandsById, loadBrandOrder } from '../../../catalog/brands/brand-store.ts';
import { buildCategoryTree } from '../../../catalog/categories/build-category-tree.ts';
import type { CategoryNode } from '../../../catalog/categories/category-contract.ts';
import { listCountedCategories } from '../../../catalog/categories/category-store.ts';
import { formatCursor } from '../../feed/change-cursor.ts';
import { loadReferenceData } from '../../feed/reference-store.ts';
import type { Product } from '../../../catalog/products/product-contract.ts';
import type { ProductRecord } from '../../../catalog/products/product-record-contract.ts';
import { findProductRecords } from '../../../catalog/products/product-store.ts';
import { sourceSchema } from '../../../catalog/sources/source-contract.ts';
import { countProductsBySource, listSources } from '../../../catalog/sources/source-store.ts';
import { CATEGORY_COLUMNS, listColumns, PRODUCT_COLUMNS, RECORD_COLUMNS } from './dump-columns.ts';
import { COPY_FILES, type DumpFile, type DumpTable, type Manifest } from '../dump-contract.ts';
import { listNamedGtins, listOwnSources, listPositionedIds, type Snapshot } from '../dump-snapshot-store.ts';
import { isCc0, keepCc0 } from './keep-cc0.ts';
import { createTableFiles, type TableFiles } from './table-files.ts';

const PRODUCTS_PER_READ = 1_000;
const BRANDS_PER_READ = 5_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

interface DumpTarget {
  /** An existing, empty folder. */
  folder: string;
  /** The name of the dump. */
  name: string;
  /** Ends the work between two reads. */
  signal: AbortSignal;
  /** Called from time to time with the number of written products. */
  onProgress?: ((products: number) => void) | undefined;
}

/** Writes all files of one snapshot to a folder, in one pass over the products. */
export async function writeDump(tx: Tx, snapshot: Snapshot, target: DumpTarget): Promise<Manifest> {
  const counts = await countProductsBySource(tx);
  const sources = (await listSources(tx)).map((source) => ({
    ...source,
    product_count: counts.get(source.id) ?? 0,
  }));
  const freeIds = sources.filter(isCc0).map(({ id }) => id);
  const tables = [
    ...(await writeProducts(tx, freeIds, target)),
    await writeTable(target, 'brands', listColumns(brandSchema), readBrands(tx)),
    await writeTable(target, 'categories', CATEGORY_COLUMNS, readCategories(tx)),
    await writeTable(target, 'sources', listColumns(sourceSchema), [sources]),
  ];
  await saveFile(target.folder, COPY_FILES.reference, JSON.stringify(await loadReferenceData(tx)));
  const files = await Promise.all(
    [...tables.flatMap((table) => table.files), COPY_FILES.records, COPY_FILES.reference].map((file) =>
      describeFile(target.folder, file),
    ),
  );
  const manifest: Manifest = {
    format: 1,
    name: target.name,
    created_at: snapshot.createdAt.toISOString(),
    cursor: formatCursor({ epoch: snapshot.epoch, position: snapshot.head }),
    product_schema: '/api/v1/openapi.json#/components/schemas/Product',
    sources,
    tables,
    files,
  };
  await saveFile(target.folder, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  const sums = [...files, await describeFile(target.folder, 'manifest.json')];
  await saveFile(
    target.folder,
    'SHA256SUMS',
    sums.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''),
  );
  return manifest;
}

/** Writes the products in parts. Postgres reads the next part while one is written. */
async function writeProducts(tx: Tx, freeIds: readonly string[], target: DumpTarget): Promise<DumpTable[]> {
  const forms = ['jsonl.gz', 'csv.gz', 'parquet'] as const;
  const all = createTableFiles(target.folder, 'products', PRODUCT_COLUMNS, forms);
  const free = createTableFiles(target.folder, 'products.cc0', PRODUCT_COLUMNS, forms);
  const records = createTableFiles(target.folder, 'product-records', RECORD_COLUMNS, ['jsonl.gz']);
  const tables = await closing([all, free, records], async () => {
    let written = 0;
    let reading = readPart(tx, LOWEST_ID, freeIds);
    try {
      for (;;) {
        const { products, records: recordsOfPart, gtins, owners, last } = await reading;
        target.signal.throwIfAborted();
        if (last === undefined) return;
        reading = readPart(tx, last, freeIds);
        // The next `await reading` reports a failure; this handler only prevents an unhandled rejection.
        reading.catch(() => undefined);
        await all.write(products);
        await records.write(recordsOfPart);
        const kept = products.flatMap((product) => {
          const { id } = product;
          const part = keepCc0(product, owners.get(id) ?? new Set(), gtins.get(id) ?? new Set());
          return part ? [part] : [];
        });
        await free.write(kept);
        written += products.length;
        target.onProgress?.(written);
      }
    } finally {
      // Otherwise the read would continue after the end of the transaction, on a connection that another caller may use.
      await reading.catch(() => undefined);
    }
  });
  // The records are not listed as a table: they only complete the products.
  return tables.slice(0, 2);
}

interface Part {
  products: Product[];
  /** The records of the same products in the same order. */
  records: { id: string; version: number; record: ProductRecord }[];
  /** By product: barcodes and sources of the CC0 edition. */
  gtins: Map<string, Set<string>>;
  owners: Map<string, Set<string>>;
  /** The last id of the part; undefined: no products are left. */
  last: string | undefined;
}

async function readPart(tx: Tx, after: string, freeIds: readonly string[]): Promise<Part> {
  const ids = await listPositionedIds(tx, after, PRODUCTS_PER_READ);
  if (ids.length === 0)
    return { products: [], records: [], gtins: new Map(), owners: new Map(), last: undefined };
  const found = await findProductRecords(tx, ids);
  const owners = await listOwnSources(tx, ids, freeIds);
  const gtins = await listNamedGtins(tx, ids, freeIds);
  const byId = new Map(found.map((one) => [one.product.id, one]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    products: inOrder.map(({ product }) => product),
    records: inOrder.map(({ product: { id }, version, record }) => ({ id, version, record })),
    gtins,
    owners,
    last: ids.at(-1),
  };
}

async function* readBrands(tx: Tx): AsyncGenerator<Brand[]> {
  const order = await loadBrandOrder(tx);
  for (let from = 0; from < order.total; from += BRANDS_PER_READ)
    yield await listBrandsById(tx, order.slice(from, BRANDS_PER_READ));
}

/** Returns categories from the roots down, without children: each names its parent. */
async function* readCategories(tx: Tx): AsyncGenerator<Omit<CategoryNode, 'children'>[]> {
  const flatten = (nodes: readonly CategoryNode[]): Omit<CategoryNode, 'children'>[] =>
    nodes.flatMap(({ children, ...node }) => [node, ...flatten(children)]);
  yield flatten(buildCategoryTree(await listCountedCategories(tx)));
}

async function writeTable(
  { folder, signal }: DumpTarget,
  name: string,
  columns: Parameters<typeof createTableFiles>[2],
  parts: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): Promise<DumpTable> {
  const files = createTableFiles(folder, name, columns, ['jsonl.gz']);
  const [table] = await closing([files], async () => {
    for await (const rows of parts) {
      signal.throwIfAborted();
      await files.write(rows as readonly Record<string, unknown>[]);
    }
  });
  if (!table) throw new Error(`the table ${name} is not closed`);
  return table;
}

async function closing(tables: readonly TableFiles[], write: () => Promise<void>): Promise<DumpTable[]> {
  try {
    await write();
    return await Promise.all(tables.map((table) => table.close()));
  } catch (error) {
    for (const table of tables) table.abandon();
    throw error;
  }
}

async function saveFile(folder: string, name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name), text, { flush: true });
}

/** Describes a file as it is on disk: the file is flushed first and then read again. */
async function describeFile(folder: string, name: string): Promise<DumpFile> {
  const file = path.join(folder, name);
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { name, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}
