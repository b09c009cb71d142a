import {
  type DocumentsQuery,
  type EnqueuedTask,
  type IndexSwap,
  type Meilisearch,
  type Settings,
  type Task,
  type TaskStatus,
} from 'meilisearch';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMeilisearch,
  INDEX_SETTINGS,
  SUGGESTION_SETTINGS,
  type MeilisearchAccess,
} from './meilisearch.ts';
import { nameValues } from './name-values.ts';
import { ensureSearchKey } from './search-key.ts';
import { DOCUMENT_FIELDS, type SearchDocument } from '../../index/search-index.ts';
import { suggestionIndexOf, type SuggestionDocument } from '../../index/suggestion-index.ts';
import { statusOf } from '../engine-error.ts';
import { TaskFailedError, type IndexEngine, type IndexPair, type IndexWriter } from '../index-engine.ts';
import { outcomeOf } from './task-outcome.ts';

const PRIMARY_KEY = 'id';

/**
 * Opens the two indexes of a Meilisearch. Documents are sent on connections without keep-alive (see
 * `createMeilisearch`). With a master key it also creates the API's search key.
 */
export function openMeilisearch(
  access: MeilisearchAccess,
  timeoutMs: number,
  uids: { live: string; next: string },
): IndexEngine {
  const client = createMeilisearch(access, timeoutMs);
  const sender = createMeilisearch(access, timeoutMs, 'close');
  const products = { settings: INDEX_SETTINGS, fields: DOCUMENT_FIELDS };
  return {
    live: createIndexWriter<SearchDocument>(client, sender, uids.live, products),
    next: createIndexWriter<SearchDocument>(client, sender, uids.next, products),
    suggestions: createIndexWriter<SuggestionDocument>(client, sender, suggestionIndexOf(uids.live), {
      settings: SUGGESTION_SETTINGS,
    }),
    pair: createIndexPair(client, uids.live, uids.next),
    renderDocument: (document) => JSON.stringify({ ...document, ...nameValues(document.name) }),
    ...(access.apiKey ? { ensureSearchKey: () => ensureSearchKey(client) } : {}),
    check: () => client.health(),
  };
}

function createIndexPair(client: Meilisearch, liveUid: string, nextUid: string): IndexPair {
  return {
    async hasOpenTasks() {
      const open = { statuses: ['enqueued', 'processing'] as TaskStatus[], limit: 1 };
      const [own, swaps] = await Promise.all([
        client.tasks.getTasks({ ...open, indexUids: [liveUid, nextUid] }),
        client.tasks.getTasks({ ...open, types: ['indexSwap'] }),
      ]);
      return own.total > 0 || swaps.total > 0;
    },
    async swap(signal) {
      // Omits `rename`, which the client's type requires but older engines do not know.
      await finish(client, await client.swapIndexes([{ indexes: [liveUid, nextUid] } as IndexSwap]), signal);
    },
  };
}

interface IndexKind<Document> {
  settings: Settings;
  /** The fields to read of each document; all unless given. */
  fields?: (keyof Document)[];
}

/** `sender` sends the documents, on connections without keep-alive. */
function createIndexWriter<Document extends { id: string }>(
  client: Meilisearch,
  sender: Meilisearch,
  indexUid: string,
  { settings, fields }: IndexKind<Document>,
): IndexWriter<Document> {
  const index = client.index<Document>(indexUid);
  return {
    // Meilisearch runs tasks one after the other.
    settleOrder: () => Promise.resolve(),
    async findState() {
      try {
        const { createdAt, primaryKey } = await index.getRawInfo();
        if (primaryKey !== null && primaryKey !== undefined && primaryKey !== PRIMARY_KEY) {
          throw new Error(`the index ${indexUid} is not ours: its primary key is ${primaryKey}; delete it`);
        }
        const { numberOfDocuments } = await index.getStats();
        return { createdAt: createdAt, documentCount: numberOfDocuments };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    async create(signal) {
      await finish(client, await client.createIndex(indexUid, { primaryKey: PRIMARY_KEY }), signal);
    },
    async hasSettings() {
      return holds(await index.getSettings(), settings);
    },
    async saveSettings(signal) {
      await finish(client, await index.updateSettings(settings), signal);
    },
    async sendDocuments(lines) {
      const task = await sender.index(indexUid).addDocumentsFromString(lines, 'application/x-ndjson', {
        primaryKey: PRIMARY_KEY,
      });
      return task.taskUid;
    },
    async sendDeletions(ids) {
      return (await index.deleteDocuments(ids)).taskUid;
    },
    async findOutcome(taskUid) {
      try {
        return outcomeOf(await client.tasks.getTask(taskUid));
      } catch (error) {
        if (statusOf(error) === 404) return { state: 'lost', reason: `task ${taskUid} is gone` };
        throw error;
      }
    },
    async listDocuments(ids) {
      // A filter, even an empty one, makes the client send the ids in the body: a thousand are too long for a URL.
      const { results } = await index.getDocuments({
        ids,
        limit: ids.length,
        filter: [],
        ...(fields && { fields }),
      } as DocumentsQuery<Document>);
      return results;
    },
    async listIds(limit, from = '0') {
      const offset = Number(from);
      const { results } = await index.getDocuments({ offset, limit, fields: ['id'] });
      const ids = results.map(({ id }) => id);
      return ids.length < limit ? { ids } : { ids, next: String(offset + limit) };
    },
    async remove(signal) {
      await finish(client, await client.deleteIndex(indexUid), signal);
    },
  };
}

/** Returns whether a setting has the wanted value. The engine adds its own defaults to objects. */
function holds(current: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return current === wanted;
  if (typeof current !== 'object' || current === null) return false;
  if (Array.isArray(wanted) && wanted.length !== (current as unknown[]).length) return false;
  return Object.entries(wanted).every(([name, value]) =>
    holds((current as Record<string, unknown>)[name], value),
  );
}

async function finish(client: Meilisearch, queued: EnqueuedTask, signal: AbortSignal): Promise<void> {
  for (let pollMs = 10; ; pollMs = Math.min(100, pollMs * 1.5)) {
    const task: Task = await client.tasks.getTask(queued.taskUid);
    if (task.status === 'succeeded') return;
    if (task.status === 'failed' || task.status === 'canceled') {
      // Another process created or deleted the same index at the same moment.
      if (task.error?.code === 'index_already_exists') return;
      if (task.type === 'indexDeletion' && task.error?.code === 'index_not_found') return;
      throw new TaskFailedError(`${task.type} ${task.status}: ${task.error?.message ?? 'no reason given'}`);
    }
    await sleep(pollMs, undefined, { signal });
  }
}
