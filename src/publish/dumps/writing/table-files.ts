import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { formatCsv } from '../../export/format-csv.ts';
import { describeShape, type Column } from './dump-columns.ts';
import type { DumpTable } from '../dump-contract.ts';
import { createParquetFile } from './parquet-file.ts';

type Row = Readonly<Record<string, unknown>>;

type TableForm = 'jsonl.gz' | 'csv.gz' | 'parquet';

/** The open files of a table. */
export interface TableFiles {
  write(rows: readonly Row[]): Promise<void>;
  /** Closes the files and describes their content. */
  close(): Promise<DumpTable>;
  /** Closes the files without finishing them. */
  abandon(): void;
}

/** Creates the files of a table in a folder, such as `brands.jsonl.gz`, all with the same rows. */
export function createTableFiles(
  folder: string,
  name: string,
  columns: readonly Column[],
  forms: readonly TableForm[],
): TableFiles {
  const has = (form: TableForm) => forms.includes(form);
  const json = has('jsonl.gz') ? createGzipFile(path.join(folder, `${name}.jsonl.gz`)) : undefined;
  const csv = has('csv.gz') ? createGzipFile(path.join(folder, `${name}.csv.gz`)) : undefined;
  const parquet = has('parquet')
    ? createParquetFile(path.join(folder, `${name}.parquet`), columns)
    : undefined;
  const cells = listCells(columns);
  const parts = columns.flatMap(listParts);
  const filled = new Map<string, number>(parts.map((part) => [part.name, 0]));
  let count = 0;
  let isBegun = false;
  return {
    async write(rows) {
      count += rows.length;
      for (const row of rows)
        for (const part of parts)
          if (isFilled(part.read(row))) filled.set(part.name, (filled.get(part.name) ?? 0) + 1);
      await json?.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      if (csv) {
        const head = isBegun ? [] : [cells.map((cell) => cell.name)];
        await csv.write(formatCsv([...head, ...rows.map((row) => cells.map(({ read }) => read(row)))]));
      }
      isBegun = true;
      parquet?.write(rows);
    },
    async close() {
      if (!isBegun) await csv?.write(formatCsv([cells.map((cell) => cell.name)]));
      parquet?.close();
      await Promise.all([json?.close(), csv?.close()]);
      return {
        name,
        rows: count,
        files: forms.map((form) => `${name}.${form}`),
        columns: parts.map((part) => ({
          name: part.name,
          type: describeShape(part.shape),
          filled: filled.get(part.name) ?? 0,
        })),
      };
    },
    abandon() {
      json?.abandon();
      csv?.abandon();
    },
  };
}

interface Cell extends Column {
  read: (row: Row) => unknown;
}

/** Returns a column, or its parts: each nutriment separately. */
function listParts(column: Column): Cell[] {
  const { name, shape } = column;
  if (shape.kind !== 'struct') return [{ ...column, read: (row) => row[name] }];
  return shape.fields.map((field) => ({
    name: `${name}.${field.name}`,
    shape: field.shape,
    read: (row) => (row[name] as Row | null | undefined)?.[field.name],
  }));
}

/** The identifying field of the records in a list. */
const KNOWN_BY: Readonly<Record<string, string>> = { barcodes: 'gtin', sources: 'code' };

/** Returns the columns that fit into one CSV value. Other lists of records are only in the other formats. */
function listCells(columns: readonly Column[]): Cell[] {
  return columns.flatMap(listParts).flatMap((part) => {
    if (part.shape.kind !== 'list' || part.shape.of.kind !== 'struct') return [part];
    const key = KNOWN_BY[part.name];
    if (key === undefined) return [];
    return [{ ...part, read: (row: Row) => ((part.read(row) ?? []) as Row[]).map((one) => one[key]) }];
  });
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (typeof value !== 'object') return true;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function createGzipFile(file: string) {
  const gzip = createGzip();
  const out = createWriteStream(file);
  // A failure of either stream ends both, and rejects later writes and the final wait.
  const done = finished(gzip.on('error', (error) => out.destroy(error)).pipe(out));
  out.on('error', (error) => gzip.destroy(error));
  done.catch(() => undefined);
  return {
    async write(text: string): Promise<void> {
      if (text === '') return;
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), done]);
    },
    async close(): Promise<void> {
      gzip.end();
      await done;
    },
    abandon(): void {
      gzip.destroy();
      out.destroy();
    },
  };
}
