import type { SubmissionDraft } from '../submission-draft.ts';

// Here, as this file is loaded with every page, and what a draft means with the review alone.
export const EMPTY_DRAFT: SubmissionDraft = {
  decisions: {},
  overrides: {},
  confirmedDifferent: [],
  leftSuggestions: [],
  leftPictures: [],
};

/** Drafts of decisions that have not been sent; kept for the tab, over other pages and a reload. */
export interface DraftStore {
  read: (id: string) => SubmissionDraft;
  change: (id: string, change: Partial<SubmissionDraft>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param key of the operator: the next one who signs in in the same tab begins with his own drafts */
export function createDraftStore(storage: Storage, key: string): DraftStore {
  let drafts = readStored(storage, key);
  const listeners = new Set<() => void>();
  return {
    read: (id) => drafts[id] ?? EMPTY_DRAFT,
    change: (id, change) => {
      drafts = { ...drafts, [id]: { ...(drafts[id] ?? EMPTY_DRAFT), ...change } };
      try {
        storage.setItem(key, JSON.stringify(drafts));
      } catch {
        // The storage is full: the drafts live as long as the page does.
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readStored(storage: Storage, key: string): Record<string, SubmissionDraft> {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '{}') as Record<string, Partial<SubmissionDraft>>;
    // Drafts of another release may lack new fields.
    return Object.fromEntries(
      Object.entries(stored).map(([id, draft]) => [id, { ...EMPTY_DRAFT, ...draft }]),
    );
  } catch {
    return {};
  }
}
