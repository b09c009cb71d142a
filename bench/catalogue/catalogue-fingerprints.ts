import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The code that decides which row a line of the file becomes, as far as searches read it. */
const DATABASE_SOURCES = ['../../src/platform/text/fold-text.ts', '../../src/quality/quality-score.ts'];
/** The code that turns a row into a document. */
const INDEX_SOURCES = [
  '../../indexer/drain/build-document.ts',
  '../../src/platform/text/fold-text.ts',
  '../../src/search/index/search-index.ts',
  '../../src/search/engines/meilisearch/meilisearch.ts',
];

export interface CatalogueFingerprints {
  database: string;
  index: string;
}

/** Fingerprints of the code that fills a catalogue: a catalogue of other code is filled again. */
export async function readFingerprints(): Promise<CatalogueFingerprints> {
  return { database: await hashSources(DATABASE_SOURCES), index: await hashSources(INDEX_SOURCES) };
}

async function hashSources(sources: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(new URL(source, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}
