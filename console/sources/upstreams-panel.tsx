import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { UpstreamEntry, UpstreamRunEntry } from '../../src/upstream/upstream-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { PagedTable, type Column, type PageState } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { countOf, formatCount } from '../parts/text/number-format.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { UpstreamForm } from './upstream-form.tsx';

const LIVE_MS = 3_000;
const COLORS = { fetching: 'blue', importing: 'blue', done: 'teal', failed: 'red' };
const REFRESH = [['upstreams']];

/** Where the files of sources come from: how far each was imported, and the last files. */
export function UpstreamsPanel() {
  const refetchInterval = useLiveInterval(LIVE_MS);
  const list = useListRead('/upstreams', {}, { refetchInterval });
  const isAdmin = useMayActAs('admin');
  const runs: PageState<UpstreamRunEntry> = { ...list, data: list.data && { items: list.data.runs } };
  return (
    <Stack mt="lg">
      <Panel
        title="Upstreams"
        actions={list.data?.is_running ? <Badge color="blue">A run is under way</Badge> : undefined}
      >
        <PagedTable<UpstreamEntry>
          label="Upstreams"
          state={list}
          rowKey={(upstream) => upstream.source}
          empty={<Text size="sm">No upstream is known.</Text>}
          columns={isAdmin ? [...COLUMNS, ACTIONS] : COLUMNS}
          minWidth={1000}
        />
      </Panel>
      <Panel title="Files">
        <PagedTable<UpstreamRunEntry>
          label="Files"
          state={runs}
          rowKey={(run) => String(run.id)}
          empty={<Text size="sm">No file was fetched in the last 90 days.</Text>}
          columns={RUN_COLUMNS}
          minWidth={880}
        />
      </Panel>
    </Stack>
  );
}

const COLUMNS: Column<UpstreamEntry>[] = [
  {
    header: 'Source',
    width: 260,
    cell: ({ source, address }) => (
      <Stack gap={0}>
        <Text size="sm" className="code-text">
          {source}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
      </Stack>
    ),
  },
  {
    header: 'State',
    cell: (upstream) => (
      <StateBadge
        state={stateOf(upstream)}
        color={colorOf(upstream)}
        error={upstream.is_on ? upstream.error : null}
      />
    ),
  },
  {
    header: 'Imported up to',
    cell: ({ position, release }) => release ?? <RelativeTime value={position} />,
  },
  { header: 'Whole file', cell: ({ whole_at }) => <RelativeTime value={whole_at} /> },
  { header: 'Last in step', cell: ({ in_step_at }) => <RelativeTime value={in_step_at} /> },
  {
    header: 'Next look',
    cell: ({ is_on, requested, next_at }) =>
      is_on ? requested ? 'now' : <RelativeTime value={next_at} /> : '–',
  },
];

const ACTIONS: Column<UpstreamEntry> = {
  header: 'Change',
  align: 'right',
  cell: (upstream) => <UpstreamActions upstream={upstream} />,
};

const RUN_COLUMNS: Column<UpstreamRunEntry>[] = [
  { header: 'File', cell: ({ file }) => <span style={{ overflowWrap: 'anywhere' }}>{file}</span> },
  {
    header: 'State',
    cell: ({ state, error }) => <StateBadge state={state} color={COLORS[state]} error={error} />,
  },
  { header: 'MB', align: 'right', width: 80, cell: ({ bytes }) => (bytes / 1_000_000).toFixed(1) },
  { header: 'Rows', align: 'right', cell: ({ rows }) => formatCount(rows) },
  { header: 'Saved', align: 'right', cell: ({ saved }) => formatCount(saved) },
  {
    header: 'Refused',
    cell: ({ refused }) =>
      Object.entries(refused)
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, count]) => `${reason} ${formatCount(count)}`)
        .join(', ') || '–',
  },
  { header: 'Begun', cell: ({ started_at }) => <RelativeTime value={started_at} /> },
  { header: 'Ended', cell: ({ finished_at }) => <RelativeTime value={finished_at} /> },
];

function stateOf({ is_on, error, in_step_at, failures }: UpstreamEntry): string {
  if (!is_on) return 'off';
  if (error) return `failed ${countOf(failures, 'time')}`;
  return in_step_at ? 'in step' : 'new';
}

function colorOf({ is_on, error, in_step_at }: UpstreamEntry): string {
  if (!is_on) return 'gray';
  if (error) return 'red';
  return in_step_at ? 'teal' : 'blue';
}

function UpstreamActions({ upstream }: { upstream: UpstreamEntry }) {
  const { source, is_on } = upstream;
  const path = { source };
  const turn = useWrite<boolean>({
    write: (api, isOn) => api.patch('/upstreams/{source}', { path, body: { is_on: isOn } }),
    done: (_result, isOn) => `${source} is ${isOn ? 'kept in step' : 'switched off'}`,
    refresh: REFRESH,
    failed: `${source} is not changed`,
  });
  const request = useWrite<'missing' | 'whole'>({
    write: (api, kind) => api.post('/upstreams/{source}/runs', { path, body: { kind } }),
    done: () => `A run of ${source} begins within ten seconds`,
    refresh: REFRESH,
    failed: `No run of ${source} was asked for`,
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Switch
        aria-label={`Keep ${source} in step`}
        checked={is_on}
        disabled={turn.isPending}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={!is_on}
        aria-label={`Run now: ${source}`}
        onClick={() => request.mutate('missing')}
      >
        Run now
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change… ${source}`}
        onClick={() =>
          modals.open({
            title: source,
            children: <UpstreamForm upstream={upstream} onWhole={() => request.mutate('whole')} />,
          })
        }
      >
        Change…
      </Button>
    </Group>
  );
}
