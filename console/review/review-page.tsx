import { Button, Grid, Pagination, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useListRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { useDesk, useDeskState } from './desk/desk-context.ts';
import { useLiveQueue } from './desk/use-live-queue.ts';
import { describeSession, SessionSummary } from './desk/session-summary.tsx';
import { LastLine } from './submission/last-line.tsx';
import { OpenSubmission } from './open-submission.tsx';
import { BulkButtons } from './queue/bulk-buttons.tsx';
import { QueueFilters } from './queue/queue-filters.tsx';
import { QueueList } from './queue/queue-list.tsx';
import { buildRejectFilter } from './queue/reject-matching.tsx';
import { useQueue } from './queue/use-queue.ts';
import { useTicks } from '../parts/list/use-ticks.ts';
import classes from './review-page.module.css';
import { NO_FILTERS, type ReviewSearch } from './review-search.ts';

/** The queue beside its open submission; the next one opens after each decision. */
export function ReviewPage() {
  const search = useSearch({ from: '/review' });
  const navigate = useNavigate({ from: '/review' });
  const refetchInterval = useLiveQueue();
  const desk = useDesk();
  const deskState = useDeskState();
  const [isListShown, list] = useDisclosure(false);
  const counts = useListRead('/submissions/counts', { query: { state: search.state } }, { refetchInterval });
  const change = (next: Partial<ReviewSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const queue = useQueue({ search, desk: deskState, change, refetchInterval });
  const { submissions, openId, open } = queue;
  const ticks = useTicks(
    (submissions ?? []).filter(({ status }) => status === 'pending').map(({ id }) => id),
  );
  const filter = (next: Partial<ReviewSearch>) => {
    ticks.clear();
    change({ page: undefined, id: undefined, ...next });
  };
  const colleagues = counts.data?.assigned ?? [];
  const isFiltered = Object.keys(NO_FILTERS).some(
    (name) => name !== 'page' && name !== 'id' && search[name as keyof ReviewSearch] !== undefined,
  );
  const undo = () => {
    void desk.undo().then((id) => id && open(id));
  };
  useShortcuts('Queue', [
    { keys: 'j', label: 'Next submission', run: () => queue.move(1), isRepeated: true },
    { keys: 'k', label: 'Previous submission', run: () => queue.move(-1), isRepeated: true },
    { keys: 'x', label: 'Tick for a bulk decision', run: () => openId && ticks.tick(openId) },
    { keys: 'z', label: 'Take the last decision back', run: undo },
  ]);
  return (
    <>
      <PageHeader
        title="Review"
        note={
          counts.data
            ? `${formatCount(counts.data.state['pending'] ?? 0)} waiting; ${describeSession(deskState.session) ?? 'nothing reaches the catalogue without approval'}`
            : ' '
        }
      >
        <BulkButtons
          ids={ticks.ticked}
          total={submissions?.length ? (queue.list.data?.total ?? 0) : 0}
          filter={buildRejectFilter(search)}
          colleagues={colleagues}
          onTickAll={ticks.tickAll}
          onDone={(ids) => {
            ticks.without(ids);
            queue.noteDecided(ids);
          }}
        />
      </PageHeader>
      <Button
        className={classes.switch}
        variant="default"
        fullWidth
        mb="sm"
        onClick={list.toggle}
        aria-expanded={isListShown}
      >
        {isListShown ? 'Hide the queue' : 'Show the queue and its filters'}
      </Button>
      {queue.list.error && !queue.list.data ? (
        <ProblemNotice problem={queue.list.error} onRetry={() => void queue.list.refetch()} />
      ) : (
        <Grid>
          <Grid.Col
            span={{ base: 12, md: 4, xl: 3 }}
            className={classes.queue}
            data-shown={isListShown || undefined}
          >
            <FilterField
              label="Name, brand, barcode"
              mb="xs"
              value={search.q}
              onFilter={(q) => change({ page: undefined, id: undefined, q })}
            />
            <QueueFilters search={search} counts={counts.data} onFilter={filter} />
            <QueueList
              {...{ submissions, openId }}
              tickedIds={new Set(ticks.ticked)}
              onTick={ticks.tick}
              onOpen={(id) => {
                open(id);
                list.close();
              }}
            />
            {queue.pages > 1 && (
              <Pagination
                mt="sm"
                size="sm"
                siblings={0}
                total={queue.pages}
                value={queue.page}
                onChange={(page) => queue.turn(page)}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            )}
          </Grid.Col>
          <Grid.Col
            span={{ base: 12, md: 8, xl: 9 }}
            data-pictures-first={search.has_pictures === 'true' || undefined}
          >
            {openId ? (
              <OpenSubmission
                key={openId}
                id={openId}
                nextId={queue.following}
                colleagues={colleagues}
                refetchInterval={refetchInterval}
                onLeave={queue.leave}
                onOpen={open}
                onUndo={undo}
              />
            ) : (
              queue.list.data && (
                <Stack>
                  {!queue.isTaking && (
                    <EmptyNotice
                      title={
                        submissions?.length !== 0
                          ? 'Others have all that waits here'
                          : isFiltered
                            ? 'Nothing matches the filters'
                            : 'Nothing waits here'
                      }
                    >
                      <Text size="sm">New submissions appear by themselves.</Text>
                      <SessionSummary session={deskState.session} />
                      {isFiltered && (
                        <Button mt="xs" variant="default" onClick={() => filter(NO_FILTERS)}>
                          Clear the filters
                        </Button>
                      )}
                    </EmptyNotice>
                  )}
                  <LastLine onUndo={undo} onOpen={open} />
                </Stack>
              )
            )}
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
