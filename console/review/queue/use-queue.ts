import { useState } from 'react';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { isSent, type DeskState } from '../desk/review-desk.ts';
import type { ReviewSearch } from '../review-search.ts';
import { useNextSubmission } from './use-next-submission.ts';

export const QUEUE_PAGE_SIZE = 50;

/** What waits for an answer is out of the way, unless it is asked for. */
const QUESTIONS = {
  none: { waiting: 'false' },
  waiting: { waiting: 'true' },
  answered: { answered: 'true' },
  any: {},
} as const;

const isPending = ({ state }: ReviewSearch) => state === undefined || state === 'pending';

/**
 * The list and the place of the open submission in it. The keys go on over the ends of a page; decided submissions leave
 * the list.
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
  // The end of the page at which one comes in: turning back leads to the last submission.
  const [isFromBehind, setFromBehind] = useState(false);
  // Changes of the list must not put another submission under the reader's hands.
  const [pinned, setPinned] = useState<string>();
  const submissions = list.data?.items.filter(
    ({ id: submissionId, status }) => status !== 'pending' || !isSent(desk, submissionId, list.dataUpdatedAt),
  );
  // What waits is claimed before it is shown; a page that is turned to is looked at.
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
  // As the list has it.
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
    /** The next submission is being claimed. */
    isTaking: next.isTaking,
    /** Where a decision leads to, most likely; fetched ahead. */
    following,
    move: (by: 1 | -1) => {
      const neighbour = place < 0 ? undefined : submissions?.[place + by]?.id;
      if (neighbour) open(neighbour);
      else turn(page + by, by < 0);
    },
    leave: () => (isWork ? next.leave() : openFollowing()),
    /** Closes the decided submission. */
    noteDecided: (ids: ReadonlySet<string>) => {
      if (openId !== undefined && ids.has(openId)) next.leave(true);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
