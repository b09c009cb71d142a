import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-context.ts';
import { isProblem } from '../../api/api-problem.ts';
import {
  buildPreview,
  isRetargeted,
  listRows,
  listUnusable,
  type ApproveBody,
  type SubmissionDraft,
  type FactRow,
} from '../submission-draft.ts';

/**
 * The preview of an approval. Its query key is below the submission's, so that refetching the submission refetches it
 * too.
 */
export function previewOptions(api: ApiClient, id: string, body: ApproveBody) {
  return queryOptions({
    queryKey: ['submissions', id, 'preview', body],
    queryFn: ({ signal }) => api.post('/submissions/{id}/preview', { path: { id }, body }, { signal }),
    retry: false,
  });
}

type Alike = SubmissionDetail['possible_duplicates'][number];

export interface ApprovalState {
  rows: FactRow[];
  /** Undefined until it is loaded, or if the approval would be refused. */
  preview: ApprovalPreview | undefined;
  /** Whether the preview is of an earlier draft. */
  isOld: boolean;
  /** Similar products that the operator has to confirm as different. */
  alike: Alike[];
  /** Why the approval would be refused. */
  problem: Error | null;
}

/** Evaluates a draft as the service sees it: the rows to decide, and what approving would do. */
export function useApproval(
  submission: SubmissionDetail,
  draft: SubmissionDraft,
  isOpen: boolean,
): ApprovalState {
  const api = useApi();
  const preview = useQuery({
    ...previewOptions(api, submission.id, buildPreview(submission, draft)),
    placeholderData: keepPreviousData,
    // Unusable fields must be decided first: until then the service refuses a preview.
    enabled: isOpen && listUnusable(submission, draft).length === 0,
  });
  const isElsewhere = isRetargeted(submission, draft);
  const elsewhere = useQuery({
    ...previewOptions(api, submission.id, { target_product_id: draft.target?.id ?? null }),
    enabled: isOpen && isElsewhere,
  });
  const facts = isElsewhere ? elsewhere.data && listFacts(elsewhere.data) : submission.comparison;
  const { error } = preview;
  const alike = isProblem(error, 'possible_duplicate') ? error.details['possible_duplicates'] : undefined;
  return {
    rows: useMemo(() => listRows(facts ?? []), [facts]),
    preview: preview.data,
    isOld: preview.isPlaceholderData,
    alike: (alike as Alike[] | undefined) ?? [],
    problem: alike === undefined ? error : null,
  };
}

/** Returns the facts of a preview; undecided ones, which the preview kept, count as conflicts. */
function listFacts({ fields, undecided }: ApprovalPreview): ApprovalPreview['fields'] {
  return fields.map((fact) => undecided.find(({ field }) => field === fact.field) ?? fact);
}
