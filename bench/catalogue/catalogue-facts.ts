import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueFingerprints } from './catalogue-fingerprints.ts';

/** Facts about a prepared catalogue, stored in its directory. */
export interface CatalogueFacts {
  file: string;
  /** The first digits of the file's SHA-256. */
  sha256: string;
  products: number;
  /** Of these, varied copies of others. */
  copies: number;
  importSeconds: number;
  copySeconds: number;
  indexSeconds: number;
  /** Of the code that filled it; an empty one means that the index is not full yet. */
  fingerprints: CatalogueFingerprints;
}

const factsPath = (dataDir: string): string => join(dataDir, 'catalogue.json');

export async function readFacts(dataDir: string): Promise<CatalogueFacts | undefined> {
  try {
    return JSON.parse(await readFile(factsPath(dataDir), 'utf8')) as CatalogueFacts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written at once, when the database is complete and again when the index is. */
export async function saveFacts(dataDir: string, facts: CatalogueFacts): Promise<void> {
  const path = factsPath(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(facts, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

export function describeFacts(facts: CatalogueFacts, isReused: boolean): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const copies = facts.copies > 0 ? `, ${facts.copies.toLocaleString('en')} of them varied copies` : '';
  const made = [
    `import ${seconds(facts.importSeconds)}`,
    ...(facts.copies > 0 ? [`copies ${seconds(facts.copySeconds)}`] : []),
    `index ${seconds(facts.indexSeconds)}`,
  ].join(', ');
  return `${facts.products.toLocaleString('en')} products of ${facts.file}${copies}: ${
    isReused ? 'as made by an earlier run' : 'made'
  } (${made})`;
}
