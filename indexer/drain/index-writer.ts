import {
  MeilisearchApiError,
  type EnqueuedTask,
  type IndexSwap,
  type Meilisearch,
  type Settings,
  type Task,
  type TaskStatus,
} from 'meilisearch';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchDocument } from '../../src/index/search-index.ts';
import { outcomeOf, type TaskOutcome } from './task-outcome.ts';

const PRIMARY_KEY = 'id';

export interface IndexState {
  /** Another value means: another index, be it of the same name. */
  createdAt: string;
  documentCount: number;
}

/** One index of the engine, as the indexer writes to it. Every write is a task; only one that succeeded counts. */
export interface IndexWriter {
  /** Undefined when there is no such index. */
  findState(): Promise<IndexState | undefined>;
  create(signal: AbortSignal): Promise<void>;
  /** Whether each of these settings has this value; what they leave out may be anything. */
  hasSettings(settings: Settings): Promise<boolean>;
  saveSettings(settings: Settings, signal: AbortSignal): Promise<void>;
  /** Queues whole documents, one in JSON a line, never partial ones: those would bring deleted ones back in part. */
  sendDocuments(lines: string): Promise<number>;
  sendDeletions(ids: string[]): Promise<number>;
  findOutcome(taskUid: number): Promise<TaskOutcome>;
  /** Those of these documents that there are, in no order. */
  listDocuments(ids: string[]): Promise<SearchDocument[]>;
  /** Ids of documents in an order of the engine's, which a deletion may shift. */
  listIds(offset: number, limit: number): Promise<string[]>;
  /** Deletes the index, if there is one. */
  remove(signal: AbortSignal): Promise<void>;
}

/** What concerns two indexes at once. */
export interface IndexPair {
  /** Whether a task of one of them, or a swap of any, is not done yet. */
  hasOpenTasks(): Promise<boolean>;
  /** Each gets the content of the other. @throws {Error} when the engine's task fails: then nothing has changed */
  swap(signal: AbortSignal): Promise<void>;
}

export function createIndexPair(client: Meilisearch, liveUid: string, nextUid: string): IndexPair {
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
      // Without `rename`, which the client's type demands and older engines do not know.
      await finish(client, await client.swapIndexes([{ indexes: [liveUid, nextUid] } as IndexSwap]), signal);
    },
  };
}

/** `sender` sends the documents: one that keeps no connections alive. */
export function createIndexWriter(client: Meilisearch, sender: Meilisearch, indexUid: string): IndexWriter {
  const index = client.index<SearchDocument>(indexUid);
  return {
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
    async hasSettings(settings) {
      return holds(await index.getSettings(), settings);
    },
    async saveSettings(settings, signal) {
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
      // With a filter, be it none, the client puts the ids into a body: a thousand are too long for an address.
      return (await index.getDocuments({ ids, limit: ids.length, filter: [] })).results;
    },
    async listIds(offset, limit) {
      return (await index.getDocuments({ offset, limit, fields: ['id'] })).results.map(({ id }) => id);
    },
    async remove(signal) {
      await finish(client, await client.deleteIndex(indexUid), signal);
    },
  };
}

/** The engine took the task, and could not do it. */
export class TaskFailedError extends Error {}

/** The status of an answer; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof MeilisearchApiError ? error.response.status : undefined;
}

/** Whether a value is the wanted one. The engine completes objects with defaults of its own. */
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
      // Somebody else made, or deleted, the same index at the same moment.
      if (task.error?.code === 'index_already_exists') return;
      if (task.type === 'indexDeletion' && task.error?.code === 'index_not_found') return;
      throw new TaskFailedError(`${task.type} ${task.status}: ${task.error?.message ?? 'no reason given'}`);
    }
    await sleep(pollMs, undefined, { signal });
  }
}
