import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DeskState, ReviewDesk } from './review-desk.ts';
import type { SubmissionDraft } from '../submission-draft.ts';

const DeskContext = createContext<ReviewDesk | undefined>(undefined);

export const DeskProvider = DeskContext.Provider;

export function useDesk(): ReviewDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('there is no review desk above this component');
  return desk;
}

export function useDeskState(): DeskState {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, desk.read);
}

export function useDraft(id: string): SubmissionDraft {
  const { drafts } = useDesk();
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(id));
}
