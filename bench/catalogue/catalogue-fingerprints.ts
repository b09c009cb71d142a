import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** What decides how a line of the file becomes a row, as far as searches are concerned. */
const DATABASE_SOURCES = ['../../src/platform/text/fold-text.ts', '../../src/quality/quality-score.ts'];
/** What decides how a row becomes a document. */
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

/** They change with the code that fills a catalogue: one that was filled by other code is of no use. */
export async function readFingerprints(): Promise<CatalogueFingerprints> {
  return { database: await hashSources(DATABASE_SOURCES), index: await hashSources(INDEX_SOURCES) };
}

async function hashSources(sources: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(new URL(source, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}
