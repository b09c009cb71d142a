import type { SearchDocument } from '../index/search-index.ts';
import type { SuggestionDocument } from '../index/suggestion-index.ts';

/** What the indexer needs of a search engine: a live index, a next one, and their swap. */
export interface IndexEngine {
  live: IndexWriter;
  /** The index that a rebuild fills beside the live one. */
  next: IndexWriter;
  pair: IndexPair;
  /** Brands and categories for suggestions. */
  suggestions: IndexWriter<SuggestionDocument>;
  /** Returns the document as JSON, with the fields that this engine derives for its own searches. */
  renderDocument: (document: SearchDocument) => string;
  /** Creates the key that the API searches with, if the engine lacks it. */
  ensureSearchKey?: () => Promise<void>;
  /** Rejects when the engine does not answer. */
  check: () => Promise<unknown>;
}

export interface IndexState {
  /** Tells indexes of the same name apart: a recreated index has another value. */
  createdAt: string;
  documentCount: number;
}

/** Writes to one index of the engine. Every write is a task, and counts only once the task has succeeded. */
export interface IndexWriter<Document = SearchDocument> {
  /** Resolves once the next request cannot run before an earlier one. */
  settleOrder(signal: AbortSignal): Promise<void>;
  /** Returns undefined if the index does not exist. */
  findState(): Promise<IndexState | undefined>;
  create(signal: AbortSignal): Promise<void>;
  /** Returns whether every setting of this release has its value; other settings are ignored. */
  hasSettings(): Promise<boolean>;
  saveSettings(signal: AbortSignal): Promise<void>;
  /** Queues whole documents, one JSON document per line. Partial ones would recreate deleted documents in part. */
  sendDocuments(lines: string): Promise<number>;
  sendDeletions(ids: string[]): Promise<number>;
  findOutcome(taskUid: number): Promise<TaskOutcome>;
  /** Returns the documents with these ids that exist, in no order, without the fields that the engine derives. */
  listDocuments(ids: string[]): Promise<Document[]>;
  /**
   * Lists ids of documents in the engine's own order, which a deletion may shift. `from` is the `next` of the page
   * before; the last page has none.
   */
  listIds(limit: number, from?: string): Promise<{ ids: string[]; next?: string }>;
  /** Deletes the index, if it exists. */
  remove(signal: AbortSignal): Promise<void>;
}

/** Operations on both indexes at once. */
export interface IndexPair {
  /** Returns whether a task of either index, or any swap, is unfinished. */
  hasOpenTasks(): Promise<boolean>;
  /**
   * Exchanges the content of both indexes. @throws {TaskFailedError} when the engine cannot; nothing has changed then
   */
  swap(signal: AbortSignal): Promise<void>;
}

/** The engine accepted the task but could not do it. */
export class TaskFailedError extends Error {}

/** The outcome of a task. */
export type TaskOutcome =
  | { state: 'pending' }
  /** Done and searchable. `ms` is the engine's time for the task and all that it merged with it. */
  | { state: 'succeeded'; ms: number }
  /** The engine cannot index one of the documents. */
  | { state: 'refused'; reason: string }
  /** Failed for a reason other than the documents: send them again. */
  | { state: 'lost'; reason: string };

/** Combines the outcomes of related tasks: the worst known one, or success if all succeeded. */
export function combineOutcomes(outcomes: TaskOutcome[]): TaskOutcome {
  for (const state of ['pending', 'lost', 'refused'] as const) {
    const found = outcomes.find((outcome) => outcome.state === state);
    if (found) return found;
  }
  const ms = outcomes.map((outcome) => (outcome.state === 'succeeded' ? outcome.ms : 0));
  return { state: 'succeeded', ms: Math.max(0, ...ms) };
}
