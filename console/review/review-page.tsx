import { Box, Button, Grid, Group, Pagination, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RejectMatchingBody } from '../../src/contributions/review/reject-matching-contract.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { BulkReview } from './queue/bulk-review.tsx';
import { OpenEntry } from './open-entry.tsx';
import { QueueFilters } from './queue/queue-filters.tsx';
import { QueueList } from './queue/queue-list.tsx';
import { buildRejectFilter, RejectMatching } from './queue/reject-matching.tsx';
import type { ReviewSearch } from './review-search.ts';
import { useReviewDecisions } from './use-review-decisions.ts';

const LIVE_MS = 10_000;
const SIZE = 50;

/** The queue beside its open entry: read, decide, and the next one is there. */
export function ReviewPage() {
  const search = useSearch({ from: '/review' });
  const navigate = useNavigate({ from: '/review' });
  const refetchInterval = useLiveInterval(LIVE_MS);
  const { id, newest, page, ...filters } = search;
  const query = { ...filters, sort: newest ? 'newest' : 'oldest', page, size: SIZE } as const;
  const queue = useListRead('/submissions', { query }, { refetchInterval });
  const counts = useListRead('/submissions/counts', { query: { state: filters.state } }, { refetchInterval });
  const change = (next: Partial<ReviewSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const open = (next: string | undefined) => change({ id: next });
  const decisions = useReviewDecisions({ onRefused: open });
  const entries = queue.data?.items.filter((entry) => !decisions.sentIds.has(entry.id));
  const openId = id ?? entries?.[0]?.id;
  const place = entries?.findIndex((entry) => entry.id === openId) ?? -1;
  const neighbour = (by: number) => entries?.[place + by]?.id;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tickedIds = (entries ?? []).map((entry) => entry.id).filter((entryId) => ticked.has(entryId));
  const tick = (entryId: string) =>
    setTicked((before) =>
      before.has(entryId)
        ? new Set([...before].filter((item) => item !== entryId))
        : new Set(before).add(entryId),
    );
  const move = (by: number) => {
    const next = neighbour(by);
    if (next) open(next);
  };
  useShortcuts('Queue', [
    { keys: 'j', label: 'Next entry', run: () => move(1) },
    { keys: 'k', label: 'Entry before', run: () => move(-1) },
    { keys: 'x', label: 'Tick for a bulk decision', run: () => openId && tick(openId) },
  ]);
  return (
    <>
      <PageHeader
        title="Review"
        note={
          counts.data
            ? `${formatCount(counts.data.state['pending'] ?? 0)} waiting; nothing reaches the catalogue unless somebody approves it`
            : ' '
        }
      >
        <BulkButtons
          ids={tickedIds}
          hasEntries={(entries?.length ?? 0) > 0}
          filter={buildRejectFilter(search)}
          onTickAll={() => setTicked(new Set(entries?.map((entry) => entry.id)))}
          onDone={() => setTicked(new Set())}
        />
      </PageHeader>
      <QueueFilters
        search={search}
        counts={counts.data}
        onFilter={(next) => {
          setTicked(new Set());
          change({ page: undefined, id: undefined, ...next });
        }}
      />
      {queue.error && !queue.data ? (
        <ProblemNotice problem={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
            <FilterField
              label="Name, brand, barcode"
              mb="xs"
              value={search.q}
              onFilter={(q) => change({ page: undefined, id: undefined, q })}
            />
            <QueueList {...{ entries, openId, tickedIds: ticked, onTick: tick }} onOpen={open} />
            {queue.data && queue.data.total > SIZE && (
              <Pagination
                mt="sm"
                size="sm"
                siblings={0}
                total={Math.ceil(queue.data.total / SIZE)}
                value={page ?? 1}
                onChange={(next) => change({ page: next > 1 ? next : undefined, id: undefined })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
            {openId ? (
              <OpenEntry
                key={openId}
                id={openId}
                nextId={neighbour(1)}
                previousId={neighbour(-1)}
                decisions={decisions}
                onOpen={open}
              />
            ) : (
              queue.data && (
                <EmptyNotice title="Nothing waits here">
                  <Text size="sm">What is offered next appears by itself.</Text>
                </EmptyNotice>
              )
            )}
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}

function BulkButtons({
  ids,
  hasEntries,
  filter,
  onTickAll,
  onDone,
}: {
  ids: string[];
  hasEntries: boolean;
  filter: RejectMatchingBody['filter'] | undefined;
  onTickAll: () => void;
  onDone: () => void;
}) {
  const start = (action: 'approve' | 'reject') =>
    modals.open({
      title: `${action === 'approve' ? 'Approve' : 'Reject'} ${ids.length} entries`,
      size: 'lg',
      onClose: onDone,
      children: <BulkReview action={action} ids={ids} />,
    });
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="subtle" disabled={!hasEntries} onClick={onTickAll}>
        Tick all here
      </Button>
      {filter && (
        <Button
          variant="subtle"
          disabled={!hasEntries}
          onClick={() =>
            modals.open({
              title: 'Reject all that match the filter',
              size: 'lg',
              children: <RejectMatching filter={filter} />,
            })
          }
        >
          Reject all that match…
        </Button>
      )}
      {ids.length > 0 && (
        <>
          <Box fz="sm">{ids.length} ticked</Box>
          <Button variant="default" onClick={() => start('approve')}>
            Approve…
          </Button>
          <Button variant="default" onClick={() => start('reject')}>
            Reject…
          </Button>
        </>
      )}
    </Group>
  );
}
