import { readFile } from 'node:fs/promises';

export const KINDS = ['search', 'barcode', 'suggest'] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  kind: Kind;
  path: string;
}

interface Known {
  names: string[];
  barcodes: string[];
}

/** In turn: most callers scan or search, and some type. */
const MIX: readonly Kind[] = ['search', 'barcode', 'search', 'barcode', 'suggest'];
const WORDS_OF_A_SEARCH = 3;
const LETTERS_TYPED = 5;

/**
 * Returns the requests of one round: a question of each kind of the mix for every name.
 * @throws {Error} when there is neither a name nor a barcode to ask for
 */
export function makeQuestions({ names, barcodes }: Known): Question[] {
  if (names.length === 0 || barcodes.length === 0) {
    throw new Error('There are no products to ask for: import some, or name a file with names and barcodes.');
  }
  return Array.from({ length: names.length * MIX.length }, (_, at) => {
    const kind = MIX[at % MIX.length] as Kind;
    const name = names[at % names.length] ?? '';
    return { kind, path: `/api/v1${pathOf(kind, name, barcodes[at % barcodes.length] ?? '')}` };
  });
}

function pathOf(kind: Kind, name: string, barcode: string): string {
  if (kind === 'barcode') return `/products/barcode/${barcode}`;
  if (kind === 'suggest') return `/suggest?q=${encodeURIComponent(firstLetters(name))}`;
  return `/products/search?in=all&q=${encodeURIComponent(name.split(/\s+/).slice(0, WORDS_OF_A_SEARCH).join(' '))}`;
}

const firstLetters = (name: string) => Array.from(name).slice(0, LETTERS_TYPED).join('').trim();

/** Reads a file of names and barcodes, one a line. */
export async function readNames(file: string): Promise<Known> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const isBarcode = (line: string) => /^\d{8,14}$/.test(line);
  return {
    names: lines.filter((line) => line !== '' && !isBarcode(line)),
    barcodes: lines.filter(isBarcode),
  };
}

/** Returns names and barcodes of a page of search results of the service. */
export function namesOf(answer: { items: { name: string; gtin: string | null }[] }): Known {
  return {
    names: answer.items.map(({ name }) => name),
    barcodes: answer.items.flatMap(({ gtin }) => gtin ?? []),
  };
}
