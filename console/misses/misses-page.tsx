import { ActionIcon, Badge, Button, Group, Select, Tooltip } from '@mantine/core';
import { IconDownload, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Miss } from '../../src/catalog/misses/miss-contract.ts';
import { buildUrl } from '../api/api-client.ts';
import { useListRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { formatCount, formatScore } from '../parts/text/number-format.ts';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { KINDS, PERIODS } from './miss-search.ts';

const COLUMNS: Column<Miss>[] = [
  {
    header: 'Asked for',
    cell: (miss) => (
      <Group gap="xs">
        <span className={miss.kind === 'barcode' ? 'code-text' : ''}>{miss.value}</span>
        <Badge color="gray">{miss.kind}</Badge>
      </Group>
    ),
  },
  { header: 'Times', align: 'right', cell: (miss) => formatCount(miss.count) },
  { header: 'Days', align: 'right', cell: (miss) => formatCount(miss.days) },
  {
    header: 'Best score',
    align: 'right',
    cell: (miss) => (miss.best_score > 0 ? formatScore(miss.best_score) : 'nothing'),
  },
  { header: 'Last', cell: (miss) => <RelativeTime value={miss.last_at} />, width: 130 },
  {
    header: 'Add',
    cell: (miss) => (
      <Group gap="xs" wrap="nowrap">
        <AddProduct miss={miss} />
        {miss.kind === 'barcode' && <AskUpstream gtin={miss.value} />}
      </Group>
    ),
    width: 270,
  },
  {
    header: 'Leave out',
    cell: (miss) => (
      <Group gap={4} wrap="nowrap">
        <IgnoreMiss miss={miss} />
        <RemoveMiss miss={miss} />
      </Group>
    ),
    width: 90,
  },
];

/** What callers asked for and the catalogue does not have. */
export function MissesPage() {
  const search = useSearch({ from: '/misses' });
  const navigate = useNavigate({ from: '/misses' });
  const { kind, days = '30' } = search;
  const misses = useListRead('/misses', {
    query: { kind, days: Number(days), page: search.page, size: 50 },
  });
  const filter = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <>
      <PageHeader
        title="Not found"
        note="Texts and barcodes for which callers found no product, the most frequent first"
      >
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={14} />}
          href={buildUrl('/misses/export.csv', { query: { kind, days: Number(days) } })}
          download
        >
          Export as CSV
        </Button>
      </PageHeader>
      <Group mb="sm">
        <Select
          aria-label="Kind"
          placeholder="Texts and barcodes"
          clearable
          data={KINDS.map((value) => ({ value, label: value === 'text' ? 'Texts' : 'Barcodes' }))}
          value={kind ?? null}
          onChange={(value) => filter({ kind: value ?? undefined })}
        />
        <Select
          aria-label="Period"
          allowDeselect={false}
          data={PERIODS.map((value) => ({ value, label: `Last ${value} days` }))}
          value={days}
          onChange={(value) => filter({ days: value ?? undefined })}
        />
      </Group>
      <PagedTable<Miss>
        label="Not found"
        columns={COLUMNS}
        state={misses}
        rowKey={(miss) => `${miss.kind} ${miss.value}`}
        onPage={(page) => filter({ page })}
        minWidth={980}
        empty={
          <EmptyNotice title="Nothing was missed">
            Callers found what they asked for, or COUNT_MISSES is off. Counts come within half a minute.
          </EmptyNotice>
        }
      />
    </>
  );
}

function AddProduct({ miss }: { miss: Miss }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      aria-label={`Add this product: ${miss.value}`}
      renderRoot={(props) => (
        <Link
          to="/products/new"
          search={miss.kind === 'barcode' ? { gtin: miss.value } : { name: miss.value }}
          {...props}
        />
      )}
    >
      Add this product
    </Button>
  );
}

const OUTCOMES = {
  found: 'is saved now',
  not_found: 'is unknown to the upstream',
  not_asked: 'was not asked for: the upstream is away, or was asked too often in this minute',
  failed: 'was asked for in vain: the upstream does not answer',
};

function AskUpstream({ gtin }: { gtin: string }) {
  const ask = useWrite({
    write: (api) => api.post('/misses/barcode/{gtin}/ask', { path: { gtin } }),
    done: ({ outcome }) => `${gtin} ${OUTCOMES[outcome]}`,
    refresh: [['misses'], ['products']],
    failed: `The upstream was not asked for ${gtin}`,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Ask upstream: ${gtin}`}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      Ask upstream
    </Button>
  );
}

function IgnoreMiss({ miss: { kind, value } }: { miss: Miss }) {
  const ignore = useWrite({
    write: (api) => api.post('/misses/{kind}/{value}/ignore', { path: { kind, value } }),
    done: () => `${value} is left out for 90 days`,
    refresh: [['misses']],
    failed: `${value} is not left out`,
  });
  return (
    <Tooltip label="Ignore for 90 days">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Ignore ${value}`}
        loading={ignore.isPending}
        onClick={() => ignore.mutate()}
      >
        <IconEyeOff size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function RemoveMiss({ miss: { kind, value } }: { miss: Miss }) {
  const remove = useWrite({
    write: (api) => api.delete('/misses/{kind}/{value}', { path: { kind, value } }),
    done: () => `${value} is removed until it is asked for again`,
    refresh: [['misses']],
    failed: `${value} is not removed`,
  });
  return (
    <Tooltip label="Remove until it is asked for again">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${value}`}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
