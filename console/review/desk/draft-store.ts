import type { SubmissionDraft } from '../submission-draft.ts';

// Kept here because this file is loaded with every page; `submission-draft.ts` only with the review.
export const EMPTY_DRAFT: SubmissionDraft = {
  decisions: {},
  overrides: {},
  confirmedDifferent: [],
  leftSuggestions: [],
  leftPictures: [],
};

/** Holds drafts of unsent decisions; kept for the tab, across pages and reloads. */
export interface DraftStore {
  read: (id: string) => SubmissionDraft;
  change: (id: string, change: Partial<SubmissionDraft>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param key of the operator: the next one to sign in in this tab has separate drafts */
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
        // The storage is full: the drafts are lost when the page closes.
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
