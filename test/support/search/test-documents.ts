import { statusOf } from '../../../src/search/engines/engine-error.ts';
import type { IndexWriter } from '../../../src/search/engines/index-engine.ts';
import type { SearchDocument } from '../../../src/search/index/search-index.ts';
import { waitFor } from '../wait-for.ts';

const PAGE = 10_000;

/** The documents of an index, as somebody beside the indexer reads and damages them. */
export interface TestDocuments {
  find(id: string): Promise<SearchDocument | undefined>;
  list(): Promise<SearchDocument[]>;
  save(documents: object[]): Promise<void>;
  remove(ids: string[]): Promise<void>;
}

/** Of an index that is not there: none. */
export function createTestDocuments(writer: IndexWriter): TestDocuments {
  const done = async (task: number) => {
    const outcome = await waitFor('the end of the task', async () => {
      const found = await writer.findOutcome(task);
      return found.state !== 'pending' && found;
    });
    if (outcome.state !== 'succeeded') throw new Error(`the engine did not take it: ${outcome.reason}`);
  };
  const listOnce = async () => {
    const found: SearchDocument[] = [];
    let from: string | undefined;
    if (!(await writer.findState())) return found;
    do {
      const { ids, next }: { ids: string[]; next?: string } = await writer.listIds(PAGE, from);
      if (ids.length > 0) found.push(...(await writer.listDocuments(ids)));
      from = next;
    } while (from !== undefined);
    return found;
  };
  /** A shard that has just been made, or moves to another node, cannot be read for a moment. */
  const list = () =>
    waitFor('an index that can be read', async () => {
      try {
        return await listOnce();
      } catch (error) {
        if (statusOf(error) === 503) return undefined;
        throw error;
      }
    });
  return {
    find: async (id) => ((await writer.findState()) ? (await writer.listDocuments([id]))[0] : undefined),
    list,
    save: async (documents) =>
      await done(await writer.sendDocuments(documents.map((one) => `${JSON.stringify(one)}\n`).join(''))),
    remove: async (ids) => await done(await writer.sendDeletions(ids)),
  };
}
