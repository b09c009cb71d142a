import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import { runDump, type DumpOptions } from '../../../src/publish/dumps/run-dump.ts';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import type { Db } from '../../../src/platform/db/client.ts';

/** A folder for dumps of a test. */
export function createDumpRoot(): { root: string; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), 'factshelf-dumps-'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Makes a dump that has to be published. */
export async function makeDump(db: Db, root: string, options: Partial<DumpOptions> = {}): Promise<Manifest> {
  const outcome = await runDump({ db, root, requestedBy: 'command', ...options });
  if (outcome.state !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest;
}

type Records = Record<string, unknown>[];

/** The rows of a file by its ending, as any reader has them. */
export async function readDumpFile(folder: string, name: string): Promise<Records> {
  const file = path.join(folder, name);
  if (name.endsWith('.parquet')) return await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  const text = gunzipSync(readFileSync(file)).toString();
  if (name.endsWith('.csv.gz')) return parse(text, { columns: true });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** `products.jsonl.gz` by id. */
export async function readDumpedProducts(root: string, { name }: Manifest): Promise<Map<string, Product>> {
  const lines = (await readDumpFile(path.join(root, name), 'products.jsonl.gz')) as unknown as Product[];
  return new Map(lines.map((product) => [product.id, product]));
}
