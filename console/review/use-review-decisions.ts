import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmissionDetail } from '../../src/contributions/review/review-contract.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import { useApi } from '../api/api-context.ts';
import { isProblem } from '../api/api-problem.ts';
import { noticeDone, noticeProblem } from '../parts/notices.ts';
import { buildApproval, EMPTY_DRAFT, type EntryDraft } from './entry-draft.ts';

interface Decision {
  entry: SubmissionDetail;
  verdict: { kind: 'approve'; draft: EntryDraft } | { kind: 'reject'; reason: string };
}

/**
 * Decisions of entries, sent while the operator is at the next one already. One that is refused brings its entry back,
 * with what had been decided of it, and says why.
 */
export function useReviewDecisions({ onRefused }: { onRefused: (id: string) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<Record<string, EntryDraft>>({});
  const [sentIds, setSentIds] = useState<ReadonlySet<string>>(new Set());
  const setDraft = (id: string, change: Partial<EntryDraft>) =>
    setDrafts((before) => ({ ...before, [id]: { ...(before[id] ?? EMPTY_DRAFT), ...change } }));
  const send = useMutation({
    mutationFn: async ({ entry, verdict }: Decision) => {
      if (verdict.kind === 'reject') {
        const body = { reason: verdict.reason };
        await api.post('/submissions/{id}/reject', { path: { id: entry.id }, body });
        return `${nameEntry(entry)} is rejected`;
      }
      const body = buildApproval(entry, verdict.draft);
      const approval = await api.post('/submissions/{id}/approve', { path: { id: entry.id }, body });
      return `${nameEntry(entry)} ${approval.is_new_product ? 'is a new product' : 'completed its product'}`;
    },
    onMutate: ({ entry }) => setSentIds((before) => new Set(before).add(entry.id)),
    onSuccess: (message) => noticeDone(message),
    onError: (problem, { entry }) => {
      setSentIds((before) => new Set([...before].filter((id) => id !== entry.id)));
      if (isProblem(problem, 'decision_required')) {
        setDraft(entry.id, { asked: (problem.details['fields'] as FactComparison[] | undefined) ?? [] });
      }
      noticeProblem(`${nameEntry(entry)} is not decided`, problem);
      onRefused(entry.id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['submissions'] }),
  });
  return {
    /** Decided here, and on the way: no longer shown in the list. */
    sentIds,
    draftOf: (id: string) => drafts[id] ?? EMPTY_DRAFT,
    setDraft,
    decide: (decision: Decision) => send.mutate(decision),
  };
}

export function nameEntry(entry: { name: string | null; gtin: string | null }): string {
  return entry.name ?? entry.gtin ?? 'For a known product';
}
