import {
  MeilisearchApiError,
  type EnqueuedTask,
  type Meilisearch,
  type Settings,
  type Task,
} from 'meilisearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { outcomeOf, type TaskOutcome } from './task-outcome.ts';

export const PRIMARY_KEY = 'id';

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
}

export function createIndexWriter(client: Meilisearch, indexUid: string): IndexWriter {
  const index = client.index(indexUid);
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
      const task = await index.addDocumentsFromString(lines, 'application/x-ndjson', {
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
  };
}

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
      // Somebody else made the same index at the same moment.
      if (task.error?.code === 'index_already_exists') return;
      throw new Error(`${task.type} ${task.status}: ${task.error?.message ?? 'no reason given'}`);
    }
    await sleep(pollMs, undefined, { signal });
  }
}
