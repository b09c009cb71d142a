import { useState } from 'react';
import type { QueueEntry } from '../../../src/contributions/review/review-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { isSent, type DeskState } from '../desk/review-desk.ts';
import type { ReviewSearch } from '../review-search.ts';

export const QUEUE_PAGE_SIZE = 50;

/**
 * The list and the place of the open entry in it. The keys go on over the ends of a page; what is decided is no longer
 * in the list.
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
  const { id, newest, page = 1, ...filters } = search;
  const query = {
    ...filters,
    sort: newest ? ('newest' as const) : ('oldest' as const),
    page,
    size: QUEUE_PAGE_SIZE,
  };
  const list = useListRead('/submissions', { query }, { refetchInterval });
  // The end of the page at which one comes in: turning back leads to the last entry.
  const [isFromBehind, setFromBehind] = useState(false);
  // What comes in or goes meanwhile must not put another entry under the hands of who is reading.
  const [pinned, setPinned] = useState<string>();
  const entries = list.data?.items.filter(
    ({ id: entryId, status }) => status !== 'pending' || !isSent(desk, entryId, list.dataUpdatedAt),
  );
  const first = list.isPlaceholderData ? undefined : entries?.at(isFromBehind ? -1 : 0)?.id;
  const kept = entries?.some((entry) => entry.id === pinned) ? pinned : undefined;
  const openId = id ?? kept ?? first;
  if (openId !== pinned) setPinned(openId);
  const place = entries?.findIndex((entry) => entry.id === openId) ?? -1;
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
  const isOthers = ({ claim }: QueueEntry) => claim !== null && claim.operator_id !== self.id;
  const behind = entries?.slice(place + 1) ?? [];
  // Nobody is sent to what somebody else works on.
  const following = behind.find((entry) => !isOthers(entry))?.id;
  return {
    list,
    entries,
    openId,
    page,
    pages,
    open,
    turn,
    /** Where a decision leads to; fetched ahead. */
    following,
    move: (by: 1 | -1) => {
      const next = place < 0 ? undefined : entries?.[place + by]?.id;
      if (next) open(next);
      else turn(page + by, by < 0);
    },
    leave: () => {
      if (following) open(following);
      else if (page < pages && behind.length === 0) turn(page + 1);
      else open(entries?.slice(0, Math.max(place, 0)).findLast((entry) => !isOthers(entry))?.id);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
