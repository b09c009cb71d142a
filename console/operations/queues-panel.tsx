import { Badge, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JobEntry, JobState, QueueState } from '../../src/platform/job-queue/queue-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead, useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { confirmChange } from '../parts/confirm-dialog.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

const LIVE_MS = 3_000;
const STATES: JobState[] = ['failed', 'waiting', 'active', 'delayed', 'completed'];

export function QueuesPanel() {
  const refetchInterval = useLiveInterval(LIVE_MS);
  const queues = useRead('/queues', {}, { refetchInterval });
  const isAdmin = useMayActAs('admin');
  return (
    <Panel
      title="Queues"
      actions={
        isAdmin && (
          <Button component="a" href="/console/queue-board" variant="default">
            All of BullMQ
          </Button>
        )
      }
    >
      {queues.error && !queues.data && (
        <ProblemNotice problem={queues.error} onRetry={() => void queues.refetch()} />
      )}
      {queues.isPending && <Skeleton height={200} />}
      <Stack>
        {queues.data?.items.map((queue) => (
          <Queue key={queue.name} queue={queue} />
        ))}
      </Stack>
    </Panel>
  );
}

function Queue({ queue }: { queue: QueueState }) {
  const isAdmin = useMayActAs('admin');
  const [state, setState] = useState<JobState>('failed');
  const [page, setPage] = useState(1);
  const refetchInterval = useLiveInterval(LIVE_MS);
  const jobs = useListRead(
    '/queues/{queue}/jobs',
    { path: { queue: queue.name }, query: { state, page, size: 10 } },
    { refetchInterval },
  );
  const change = useWrite<'pause' | 'resume'>({
    write: (api, verb) => api.post(`/queues/{queue}/${verb}`, { path: { queue: queue.name } }),
    done: (_queue, verb) => `${queue.name} is ${verb}d`,
    refresh: [['queues']],
    failed: 'The queue is as before',
  });
  const retry = useWrite<JobEntry>({
    write: (api, job) =>
      api.post('/queues/{queue}/jobs/{id}/retry', { path: { queue: queue.name, id: job.id } }),
    done: (_job, job) => `Job ${job.id} is tried again`,
    refresh: [['queues']],
    failed: 'The job is not tried again',
  });
  const askAndPause = async () => {
    const isWanted = await confirmChange({
      title: `Pause ${queue.name}?`,
      consequences: ['It hands out no jobs until it is resumed. The indexer’s own sweep goes on.'],
      action: 'Pause queue',
    });
    if (isWanted) change.mutate('pause');
  };
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Group gap="xs">
          <Text fw={600} size="sm" className="code-text">
            {queue.name}
          </Text>
          <Badge color="gray">{queue.backend}</Badge>
          {queue.is_paused && <Badge color="orange">paused</Badge>}
        </Group>
        {isAdmin &&
          (queue.is_paused ? (
            <Button variant="default" loading={change.isPending} onClick={() => change.mutate('resume')}>
              Resume
            </Button>
          ) : (
            <Button variant="default" loading={change.isPending} onClick={() => void askAndPause()}>
              Pause…
            </Button>
          ))}
      </Group>
      <SegmentedControl
        aria-label="Jobs by state"
        fullWidth
        data={STATES.map((name) => ({
          value: name,
          label: `${name} ${formatCount(queue.counts[name])}`,
        }))}
        value={state}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
      />
      <PagedTable<JobEntry>
        label={`Jobs of ${queue.name}`}
        minWidth={360}
        state={jobs}
        rowKey={(job) => job.id}
        onPage={setPage}
        empty={
          <Text size="sm" c="dimmed" py="sm">
            No job is {state}.
          </Text>
        }
        columns={[
          {
            header: 'Job',
            cell: (job) => (
              <>
                {job.name} <span className="code-text">{job.id}</span>
                {job.error && (
                  <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
                    {job.error}
                  </Text>
                )}
              </>
            ),
          },
          { header: 'Tries', align: 'right', cell: (job) => job.attempts },
          { header: 'Made', cell: (job) => <RelativeTime value={job.created_at} /> },
          {
            header: 'Change',
            align: 'right',
            cell: (job) =>
              isAdmin &&
              state === 'failed' && (
                <Button
                  variant="default"
                  loading={retry.isPending && retry.variables.id === job.id}
                  onClick={() => retry.mutate(job)}
                >
                  Try again
                </Button>
              ),
          },
        ]}
      />
    </div>
  );
}
