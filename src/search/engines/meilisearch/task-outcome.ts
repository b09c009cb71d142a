import type { Task } from 'meilisearch';
import type { TaskOutcome } from '../index-engine.ts';

/**
 * Failures caused by the index as a whole or the machine. "internal" is absent: an unindexable document may cause it.
 */
const NOT_THE_DOCUMENTS =
  /^(index_|invalid_index_|no_space_left|io_error|too_many_open_files|database_size_limit|corrupted_|missing_master_key)/;

/** Returns the outcome of a task. A failed task writes nothing: one bad document keeps out all the others. */
export function outcomeOf(
  task: Pick<Task, 'uid' | 'status' | 'error' | 'startedAt' | 'finishedAt'>,
): TaskOutcome {
  switch (task.status) {
    case 'succeeded':
      return { state: 'succeeded', ms: msBetween(task.startedAt, task.finishedAt) };
    case 'canceled':
      return { state: 'lost', reason: `task ${task.uid} was cancelled` };
    case 'failed': {
      const { code = 'unknown', type = 'unknown', message = 'no reason given' } = task.error ?? {};
      const isTheDocuments =
        (type === 'invalid_request' || type === 'internal') && !NOT_THE_DOCUMENTS.test(code);
      return { state: isTheDocuments ? 'refused' : 'lost', reason: message };
    }
    default:
      return { state: 'pending' };
  }
}

function msBetween(startedAt: string | null, finishedAt: string | null): number {
  return startedAt === null || finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt);
}
