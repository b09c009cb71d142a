import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { referenceDataSchema, type ReferenceData } from '../../publish/feed/reference-contract.ts';
import { productSchema } from '../../catalog/products/product-contract.ts';
import { productRecordSchema } from '../../catalog/products/product-record-contract.ts';
import type { CopiedProduct } from '../copy/copied-product.ts';
import { describeIssue } from '../copy/copy-rules.ts';
import { DumpUnusable, type LeaderDump } from './leader-dump.ts';

/** Lines per transaction. */
const LINES_AT_ONCE = 1_000;
/** Limit of a part's text, which bounds memory. The line that exceeds it is still included. */
const MOST_BYTES_AT_ONCE = 8 * 1_024 * 1_024;
/** The longest products of Open Food Facts have about 100 KB. */
const LONGEST_LINE = 4 * 1_024 * 1_024;
const LARGEST_REFERENCE = 64 * 1_024 * 1_024;
const UNPACKED_AT_ONCE = 64 * 1_024;
const NEWLINE = 0x0a;

const lineSchema = z.object({ id: z.uuid(), version: z.int(), record: productRecordSchema });

export interface DumpPart {
  copies: CopiedProduct[];
  /** Number of lines of the file up to the end of this part. */
  lines: number;
}

/**
 * Yields the products of a downloaded dump in parts, ordered by id. Only one part is held in memory, whatever the
 * size of the unpacked files.
 * @param after number of lines to skip
 * @throws DumpUnusable
 */
export async function* readDump(
  folder: string,
  dump: LeaderDump,
  after: number,
  linesAtOnce = LINES_AT_ONCE,
): AsyncGenerator<DumpPart> {
  const products = readLines(path.join(folder, dump.files.products.name));
  const records = readLines(path.join(folder, dump.files.records.name));
  try {
    let lines = 0;
    let last = '';
    let copies: CopiedProduct[] = [];
    let bytes = 0;
    for await (const text of products) {
      const { value: recordText, done } = await records.next();
      lines += 1;
      if (done || lines > dump.rows) throw new DumpUnusable(`it has more lines than its ${dump.rows} rows`);
      if (lines <= after) continue;
      const copy = parseLine(text, recordText, lines);
      if (copy.product.id <= last) throw new DumpUnusable(`line ${lines} is out of order`);
      last = copy.product.id;
      copies.push(copy);
      bytes += text.length + recordText.length;
      if (copies.length < linesAtOnce && bytes < MOST_BYTES_AT_ONCE) continue;
      yield { copies, lines };
      copies = [];
      bytes = 0;
    }
    if (lines !== dump.rows || !(await records.next()).done)
      throw new DumpUnusable(`it has ${lines} lines in place of ${dump.rows}`);
    if (copies.length > 0) yield { copies, lines };
  } finally {
    await products.return(undefined);
    await records.return(undefined);
  }
}

/** @throws DumpUnusable */
export async function readReference(folder: string, { files }: LeaderDump): Promise<ReferenceData> {
  if (files.reference.bytes > LARGEST_REFERENCE)
    throw new DumpUnusable(`${files.reference.name} is too large`);
  const text = await readFile(path.join(folder, files.reference.name), 'utf8');
  return parse(text, referenceDataSchema, files.reference.name);
}

function parseLine(text: string, recordText: string, line: number): CopiedProduct {
  const product = parse(text, productSchema, `line ${line}`);
  const { id, version, record } = parse(recordText, lineSchema, `the record of line ${line}`);
  if (id !== product.id) throw new DumpUnusable(`the record of line ${line} is of another product`);
  return { product, version, record };
}

function parse<S extends z.ZodType>(text: string, schema: S, what: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DumpUnusable(`${what} is not JSON`, { cause: error });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new DumpUnusable(`${what} is not as this release describes it: ${describeIssue(result.error)}`);
}

async function* readLines(file: string): AsyncGenerator<string, undefined, undefined> {
  const source = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: UNPACKED_AT_ONCE });
  source.once('error', (error) => unpacked.destroy(error));
  let begun: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source.pipe(unpacked) as AsyncIterable<Buffer>) {
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(NEWLINE, from);
        const part = chunk.subarray(from, end === -1 ? undefined : end);
        bytes += part.length;
        if (bytes > LONGEST_LINE)
          throw new DumpUnusable(`${path.basename(file)} has a line that is too long`);
        if (end === -1) {
          begun.push(part);
          break;
        }
        yield begun.length === 0 ? part.toString('utf8') : Buffer.concat([...begun, part]).toString('utf8');
        begun = [];
        bytes = 0;
        from = end + 1;
      }
    }
    if (bytes > 0) throw new DumpUnusable(`${path.basename(file)} ends in the middle of a line`);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (error instanceof DumpUnusable || code === '') throw error;
    throw new DumpUnusable(`${path.basename(file)} cannot be unpacked: ${code}`, { cause: error });
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}
