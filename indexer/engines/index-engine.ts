import type { SearchDocument } from '../../src/search/index/search-index.ts';
import type { SuggestionDocument } from '../../src/search/index/suggestion-index.ts';

/** What the indexer needs of a search engine: two indexes, and their swap. */
export interface IndexEngine {
  live: IndexWriter;
  /** Where a new index is built beside the live one. */
  next: IndexWriter;
  pair: IndexPair;
  /** Brands and categories for suggestions. */
  suggestions: IndexWriter<SuggestionDocument>;
  /** The document as JSON, with the fields that this engine derives from it for its own searches. */
  renderDocument: (document: SearchDocument) => string;
  /** Makes the key that the API searches with, should the engine not have it. */
  ensureSearchKey?: () => Promise<void>;
  /** Rejects when the engine does not answer. */
  check: () => Promise<unknown>;
}

export interface IndexState {
  /** Another value means: another index, be it of the same name. */
  createdAt: string;
  documentCount: number;
}

/** One index of the engine, as the indexer writes to it. Every write is a task; only one that succeeded counts. */
export interface IndexWriter<Document = SearchDocument> {
  /** Resolves when nothing that has reached the engine can be done after what comes next. */
  settleOrder(signal: AbortSignal): Promise<void>;
  /** Undefined when there is no such index. */
  findState(): Promise<IndexState | undefined>;
  create(signal: AbortSignal): Promise<void>;
  /** Whether each of this release's settings has its value; what they leave out may be anything. */
  hasSettings(): Promise<boolean>;
  saveSettings(signal: AbortSignal): Promise<void>;
  /** Queues whole documents, one in JSON a line, never partial ones: those would bring deleted ones back in part. */
  sendDocuments(lines: string): Promise<number>;
  sendDeletions(ids: string[]): Promise<number>;
  findOutcome(taskUid: number): Promise<TaskOutcome>;
  /** Those of these documents that there are, in no order, without the fields that the engine derives. */
  listDocuments(ids: string[]): Promise<Document[]>;
  /**
   * Ids of documents in an order of the engine's, which a deletion may shift; `from`: what the page before says is
   * `next`, which the last page does not.
   */
  listIds(limit: number, from?: string): Promise<{ ids: string[]; next?: string }>;
  /** Deletes the index, if there is one. */
  remove(signal: AbortSignal): Promise<void>;
}

/** What concerns two indexes at once. */
export interface IndexPair {
  /** Whether a task of one of them, or a swap of any, is not done yet. */
  hasOpenTasks(): Promise<boolean>;
  /** Each gets the content of the other. @throws {TaskFailedError} when the engine cannot: then nothing has changed */
  swap(signal: AbortSignal): Promise<void>;
}

/** The engine took the task, and could not do it. */
export class TaskFailedError extends Error {}

/** What became of a task. */
export type TaskOutcome =
  | { state: 'pending' }
  /** Done, and searched in. `ms`: what the engine took for it, and for what it has merged with it. */
  | { state: 'succeeded'; ms: number }
  /** The engine cannot take one of the documents. */
  | { state: 'refused'; reason: string }
  /** Not done, for a reason that lies outside the documents: they have to be sent again. */
  | { state: 'lost'; reason: string };

/** One outcome for tasks that belong together: the worst that is known, and success only when all have succeeded. */
export function combineOutcomes(outcomes: TaskOutcome[]): TaskOutcome {
  for (const state of ['pending', 'lost', 'refused'] as const) {
    const found = outcomes.find((outcome) => outcome.state === state);
    if (found) return found;
  }
  const ms = outcomes.map((outcome) => (outcome.state === 'succeeded' ? outcome.ms : 0));
  return { state: 'succeeded', ms: Math.max(0, ...ms) };
}
