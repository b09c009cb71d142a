import { useState } from 'react';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { isSent, type DeskState } from '../desk/review-desk.ts';
import type { ReviewSearch } from '../review-search.ts';
import { useNextSubmission } from './use-next-submission.ts';

export const QUEUE_PAGE_SIZE = 50;

/** Submissions that wait for a contributor's answer are hidden unless the filter asks for them. */
const QUESTIONS = {
  none: { waiting: 'false' },
  waiting: { waiting: 'true' },
  answered: { answered: 'true' },
  any: {},
} as const;

const isPending = ({ state }: ReviewSearch) => state === undefined || state === 'pending';

/**
 * Returns the list and the position of the open submission. The keys continue across page ends; decided submissions
 * leave the list.
 */
export function useQueue({
  search,
  desk,
  change,
  refetchInterval,
}: {
  search: ReviewSearch;
  desk: DeskState;
  change: (next: Partial<ReviewSearch>) => void;
  refetchInterval: number | false;
}) {
  const self = useOperator();
  const { id, sort = 'oldest', page = 1, question, ...filters } = search;
  const filter = { ...filters, ...QUESTIONS[question ?? (isPending(search) ? 'none' : 'any')], sort };
  const list = useListRead(
    '/submissions',
    { query: { ...filter, page, size: QUEUE_PAGE_SIZE } },
    { refetchInterval },
  );
  // Whether the page was entered from its end: turning back opens the last submission.
  const [isFromBehind, setFromBehind] = useState(false);
  // Changes of the list must not replace the submission that the operator is reading.
  const [pinned, setPinned] = useState<string>();
  const submissions = list.data?.items.filter(
    ({ id: submissionId, status }) => status !== 'pending' || !isSent(desk, submissionId, list.dataUpdatedAt),
  );
  // Pending submissions are claimed before they are shown; a page reached by paging is only looked at.
  const isWork = (filters.state ?? 'pending') === 'pending';
  const isTaken = isWork && page === 1 && !isFromBehind;
  const first = list.isPlaceholderData || isTaken ? undefined : submissions?.at(isFromBehind ? -1 : 0)?.id;
  const kept = submissions?.some((submission) => submission.id === pinned) ? pinned : undefined;
  const openId = id ?? kept ?? first;
  if (openId !== pinned) setPinned(openId);
  const place = submissions?.findIndex((submission) => submission.id === openId) ?? -1;
  const pages = Math.ceil((list.data?.total ?? 0) / QUEUE_PAGE_SIZE);
  const open = (next: string | undefined) => {
    setFromBehind(false);
    change({ id: next });
  };
  const turn = (to: number, fromBehind = false) => {
    if (to < 1 || to > pages) return;
    setFromBehind(fromBehind);
    setPinned(undefined);
    change({ page: to > 1 ? to : undefined, id: undefined });
  };
  const behind = submissions?.slice(place + 1) ?? [];
  // Skips submissions of other operators.
  const isForMe = ({ claim, assigned_to: assignee }: QueuedSubmission) =>
    (claim === null || claim.operator_id === self.id) &&
    (filters.assigned_to !== undefined || assignee === null || assignee.operator_id === self.id);
  const following = behind.find(isForMe)?.id;
  // Follows the order of the list.
  const openFollowing = () => {
    if (following) open(following);
    else if (page < pages && behind.length === 0) turn(page + 1);
    else open(submissions?.slice(0, Math.max(place, 0)).findLast(isForMe)?.id);
  };
  const next = useNextSubmission({
    filter,
    openId,
    candidate: isTaken && !list.isPlaceholderData ? submissions?.find(isForMe)?.id : undefined,
    asOf: list.dataUpdatedAt,
    onTaken: (taken) => {
      const isBehindPage = submissions?.every((submission) => submission.id !== taken) && behind.length === 0;
      setFromBehind(false);
      change({ id: taken, ...(openId && isBehindPage && page < pages ? { page: page + 1 } : {}) });
    },
    onUnanswered: openFollowing,
    onNone: () => open(undefined),
  });
  return {
    list,
    submissions,
    openId,
    page,
    pages,
    open,
    turn,
    /** Whether the next submission is being claimed. */
    isTaking: next.isTaking,
    /** The submission that most likely follows a decision; it is prefetched. */
    following,
    move: (by: 1 | -1) => {
      const neighbour = place < 0 ? undefined : submissions?.[place + by]?.id;
      if (neighbour) open(neighbour);
      else turn(page + by, by < 0);
    },
    leave: () => (isWork ? next.leave() : openFollowing()),
    /** Closes the open submission if it was decided. */
    noteDecided: (ids: ReadonlySet<string>) => {
      if (openId !== undefined && ids.has(openId)) next.leave(true);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
