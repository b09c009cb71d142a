import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export interface ExportDirectory {
  path: string;
  /** Writes an export and returns its path. A text is written as a line unchanged. */
  writeJsonLines(name: string, rows: (Record<string, unknown> | string)[]): Promise<string>;
  writeTabSeparated(name: string, rows: string[][]): Promise<string>;
  remove(): Promise<void>;
}

/** Exports for one test file, in a directory of its own; a name that ends in `.gz` is compressed. */
export async function createExportDirectory(): Promise<ExportDirectory> {
  const directory = await mkdtemp(path.join(tmpdir(), 'factshelf-export-'));
  const write = async (name: string, lines: string[]) => {
    const file = path.join(directory, name);
    const text = `${lines.join('\n')}\n`;
    await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
    return file;
  };
  return {
    path: directory,
    writeJsonLines: (name, rows) =>
      write(
        name,
        rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))),
      ),
    writeTabSeparated: (name, rows) =>
      write(
        name,
        rows.map((row) => row.join('\t')),
      ),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The GTIN-13 whose first 12 digits are a company prefix and a number. */
export function gtinOf(number: number): string {
  const body = `376${String(number).padStart(9, '0')}`;
  const sum = Array.from(body, Number).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}
