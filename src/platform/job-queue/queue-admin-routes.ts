import type { Db } from '../db/client.ts';
import { ApiError } from '../http/api-error.ts';
import { adminRoute } from '../http/callers/admin-route.ts';
import { saveAuditEntry, type Author } from '../audit/audit-store.ts';
import {
  QUEUE_NAME,
  jobListQuerySchema,
  jobPageSchema,
  jobParamsSchema,
  jobSchema,
  queueListSchema,
  queueParamsSchema,
  queueSchema,
  type JobEntry,
  type JobState,
  type QueueState,
} from './queue-admin-contract.ts';
import { WAITING_STATES, type JobQueue, type WakeUpQueue } from './wake-up-queue.ts';

const tag = 'Queues and index';

interface QueueAdminDependencies {
  db: Db;
  wakeUps: WakeUpQueue;
  queueBackend: QueueState['backend'];
}

/** Routes by which operators see and change BullMQ's queue. */
export function queueAdminRoutes(deps: QueueAdminDependencies) {
  const { db, queueBackend } = deps;
  const ask = async <T>(question: (queue: JobQueue) => Promise<T>): Promise<T> => {
    try {
      return await deps.wakeUps.ask(question);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError('unavailable', 'The queue does not answer. Changes reach the index without it.', {
        cause: error,
        headers: { 'Retry-After': '5' },
      });
    }
  };
  const change = (action: 'paused' | 'resumed', author: Author) =>
    ask(async (queue) => {
      await (action === 'paused' ? queue.pause() : queue.resume());
      await saveAuditEntry(db, author, { action: `queue.${action}`, entity: 'queue', entityId: queue.name });
      return describeQueue(queue, queueBackend);
    });

  return [
    adminRoute({
      tag,
      role: 'editor',
      method: 'get',
      path: '/queues',
      operationId: 'listQueues',
      summary: 'Every queue with its jobs by state',
      response: queueListSchema,
      errors: ['unavailable'],
      handler: async () => ({ items: [await ask((queue) => describeQueue(queue, queueBackend))] }),
    }),
    adminRoute({
      tag,
      role: 'editor',
      method: 'get',
      path: '/queues/{queue}/jobs',
      operationId: 'listJobs',
      summary: 'Jobs of a state, the newest first',
      params: queueParamsSchema,
      query: jobListQuerySchema,
      response: jobPageSchema,
      errors: ['unavailable', 'not_found'],
      handler: async ({ query: { state, page, size } }) => {
        const { items, total } = await ask((queue) => listJobs(queue, state, page, size));
        return { items, page, size, total };
      },
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'post',
      path: '/queues/{queue}/pause',
      operationId: 'pauseQueue',
      summary: 'Hand out no more jobs',
      params: queueParamsSchema,
      response: queueSchema,
      errors: ['unavailable', 'not_found'],
      handler: ({ author }) => change('paused', author),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'post',
      path: '/queues/{queue}/resume',
      operationId: 'resumeQueue',
      summary: 'Hand out jobs again',
      params: queueParamsSchema,
      response: queueSchema,
      errors: ['unavailable', 'not_found'],
      handler: ({ author }) => change('resumed', author),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'post',
      path: '/queues/{queue}/jobs/{id}/retry',
      operationId: 'retryJob',
      summary: 'Run a failed job again',
      params: jobParamsSchema,
      response: jobSchema,
      errors: ['unavailable', 'not_found', 'invalid_state'],
      handler: ({ params: { id }, author }) =>
        ask(async (queue) => {
          const job = await queue.getJob(id);
          if (!job) throw new ApiError('not_found', 'There is no such job.');
          if (!(await job.isFailed()))
            throw new ApiError('invalid_state', 'Only a failed job can run again.');
          await job.retry();
          await saveAuditEntry(db, author, { action: 'job.retried', entityId: id });
          return buildJobEntry(job);
        }),
    }),
  ];
}

async function describeQueue(queue: JobQueue, backend: QueueState['backend']): Promise<QueueState> {
  const [counts, isPaused] = await Promise.all([
    queue.getJobCounts(...WAITING_STATES, 'active', 'delayed', 'failed', 'completed'),
    queue.isPaused(),
  ]);
  const count = (state: string) => counts[state] ?? 0;
  return {
    name: QUEUE_NAME,
    backend,
    is_paused: isPaused,
    counts: {
      waiting: count('waiting') + count('paused'),
      active: count('active'),
      delayed: count('delayed'),
      failed: count('failed'),
      completed: count('completed'),
    },
  };
}

async function listJobs(
  queue: JobQueue,
  state: JobState,
  page: number,
  size: number,
): Promise<{ items: JobEntry[]; total: number }> {
  const states = state === 'waiting' ? [...WAITING_STATES] : [state];
  const first = (page - 1) * size;
  const [jobs, total] = await Promise.all([
    queue.getJobs(states, first, first + size - 1, false),
    queue.getJobCountByTypes(...states),
  ]);
  return { items: jobs.map(buildJobEntry), total };
}

type Job = Awaited<ReturnType<JobQueue['getJobs']>>[number];

function buildJobEntry(job: Job): JobEntry {
  const at = (ms: number | undefined) => (ms ? new Date(ms).toISOString() : null);
  return {
    id: String(job.id),
    name: job.name,
    attempts: job.attemptsMade,
    error: job.failedReason || null,
    created_at: new Date(job.timestamp).toISOString(),
    started_at: at(job.processedOn),
    finished_at: at(job.finishedOn),
  };
}
