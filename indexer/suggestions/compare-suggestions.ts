import { isDeepStrictEqual } from 'node:util';
import type { SuggestionDocument } from '../../src/search/index/suggestion-index.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';

const PAGE = 1_000;

export interface SuggestionChanges {
  /** Documents that the index lacks or has with other values. */
  documents: SuggestionDocument[];
  /** Documents that should not be in the index. */
  deletedIds: string[];
}

/** Returns the writes that make the index equal to these documents. Reads the whole index, one page at a time. */
export async function compareSuggestions(
  index: IndexWriter<SuggestionDocument>,
  wanted: readonly SuggestionDocument[],
): Promise<SuggestionChanges> {
  const missing = new Map(wanted.map((document) => [document.id, document]));
  const documents: SuggestionDocument[] = [];
  const deletedIds: string[] = [];
  let from: string | undefined;
  do {
    const page = await index.listIds(PAGE, from);
    for (const found of await index.listDocuments(page.ids)) {
      const document = missing.get(found.id);
      if (!document) deletedIds.push(found.id);
      else if (!isDeepStrictEqual(found, document)) documents.push(document);
      missing.delete(found.id);
    }
    from = page.next;
  } while (from !== undefined);
  return { documents: [...documents, ...missing.values()], deletedIds };
}
