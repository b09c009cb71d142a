import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { RELEASE } from '../platform/release.ts';

/** Returns the rows of a CSV file of this folder by the names in its first line. An empty cell is absent. */
export function readTable(name: `${string}.csv`): Partial<Record<string, string>>[] {
  return parse(readText(name), {
    columns: true,
    onRecord: (row: Record<string, string>) =>
      Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')),
  });
}

/** Returns the lines of a text file of this folder. */
export function readLines(name: `${string}.txt`): string[] {
  return readText(name).trimEnd().split('\n');
}

function readText(name: string): string {
  return readFileSync(path.join(RELEASE, 'src/data', name), 'utf8');
}
