import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import type { AdminSource } from '../../src/catalog/sources/source-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { formatScore } from '../parts/text/number-format.ts';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { SourceForm } from './source-form.tsx';
import { UpstreamsPanel } from './upstreams-panel.tsx';

export function SourcesPage() {
  const isAdmin = useMayActAs('admin');
  const isEditor = useMayActAs('editor');
  const sources = useRead('/sources');
  const columns: Column<AdminSource>[] = [
    {
      header: 'Source',
      cell: (source) => (
        <Stack gap={0}>
          <Text size="sm">{source.name}</Text>
          <Text size="xs" c="dimmed" className="code-text">
            {source.code}
          </Text>
        </Stack>
      ),
    },
    { header: 'Kind', cell: (source) => <Badge color="gray">{source.kind.replace('_', ' ')}</Badge> },
    { header: 'Trust', align: 'right', cell: (source) => formatScore(source.trust) },
    {
      header: 'Licence',
      cell: (source) =>
        source.license_url ? (
          <Anchor inherit href={source.license_url} target="_blank" rel="noreferrer">
            {source.license ?? 'text'}
          </Anchor>
        ) : (
          (source.license ?? '–')
        ),
    },
    { header: 'Last import', cell: (source) => <RelativeTime value={source.last_imported_at} /> },
  ];
  const change: Column<AdminSource> = {
    header: 'Change',
    align: 'right',
    cell: (source) => (
      <Button
        variant="default"
        aria-label={`Change ${source.name}`}
        onClick={() => modals.open({ title: source.name, children: <SourceForm source={source} /> })}
      >
        Change…
      </Button>
    ),
  };
  return (
    <>
      <PageHeader title="Sources" note="Who says what, under which licence, and how far each is trusted">
        {isAdmin && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => modals.open({ title: 'New source', children: <SourceForm /> })}
          >
            New source
          </Button>
        )}
      </PageHeader>
      <PagedTable<AdminSource>
        label="Sources"
        state={sources}
        rowKey={(source) => source.id}
        empty={<EmptyNotice title="There is no source">An import brings its own.</EmptyNotice>}
        columns={isAdmin ? [...columns, change] : columns}
      />
      {isEditor && <UpstreamsPanel />}
    </>
  );
}
