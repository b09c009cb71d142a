import type { Task } from 'meilisearch';

/** What became of a task. */
export type TaskOutcome =
  | { state: 'pending' }
  /** `ms`: what the engine took for it, and for what it has merged with it. */
  | { state: 'succeeded'; ms: number }
  /** The engine cannot take one of the documents. */
  | { state: 'refused'; reason: string }
  /** Not done, for a reason that lies outside the documents: they have to be sent again. */
  | { state: 'lost'; reason: string };

/** Failures whose cause is the index as a whole, or the machine. A document that cannot be taken may be "internal". */
const NOT_THE_DOCUMENTS =
  /^(index_|invalid_index_|no_space_left|io_error|too_many_open_files|database_size_limit|corrupted_|missing_master_key)/;

/** A failed task takes none of its documents: one that the engine cannot take keeps out all the others. */
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

/** One outcome for tasks that belong together: the worst that is known, and success only when all have succeeded. */
export function combineOutcomes(outcomes: TaskOutcome[]): TaskOutcome {
  for (const state of ['pending', 'lost', 'refused'] as const) {
    const found = outcomes.find((outcome) => outcome.state === state);
    if (found) return found;
  }
  const ms = outcomes.map((outcome) => (outcome.state === 'succeeded' ? outcome.ms : 0));
  return { state: 'succeeded', ms: Math.max(0, ...ms) };
}

function msBetween(startedAt: string | null, finishedAt: string | null): number {
  return startedAt === null || finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt);
}
