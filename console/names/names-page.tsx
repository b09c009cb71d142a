import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AdminCodeNames, AdminNamedList } from '../../src/catalog/names/name-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { languageNames, NameForm } from './name-form.tsx';

const LISTS = [
  { value: 'labels', label: 'Labels' },
  { value: 'allergens', label: 'Allergens' },
  { value: 'additives', label: 'Additives' },
  { value: 'nutriments', label: 'Nutrients' },
] satisfies { value: AdminNamedList; label: string }[];

/** The names of codes in each language. */
export function NamesPage() {
  const isEditor = useMayActAs('editor');
  const [list, setList] = useState<AdminNamedList>('labels');
  const names = useRead('/names/{list}', { path: { list } });
  const columns: Column<AdminCodeNames>[] = [
    {
      header: 'Name',
      cell: ({ code, released, given }) => (
        <Stack gap={0}>
          <Text size="sm">{given.en ?? released.en ?? code}</Text>
          <Text size="xs" c="dimmed" className="code-text">
            {code}
          </Text>
        </Stack>
      ),
    },
    {
      header: 'Other languages',
      cell: ({ released, given }) => {
        const { en: _english, ...others } = { ...released, ...given };
        return [...new Set(Object.values(others))].join(', ');
      },
    },
    {
      header: 'Given here',
      cell: ({ given }) =>
        Object.keys(given)
          .map((code) => languageNames.of(code) ?? code)
          .join(', ') || '–',
    },
  ];
  const change: Column<AdminCodeNames> = {
    header: 'Change',
    align: 'right',
    cell: (named) => (
      <Button
        variant="default"
        aria-label={`Change ${named.code}`}
        onClick={() => modals.open({ title: named.code, children: <NameForm list={list} named={named} /> })}
      >
        Change…
      </Button>
    ),
  };
  return (
    <>
      <PageHeader title="Names" note="What answers and pages call a code, by language">
        <SegmentedControl aria-label="List" data={LISTS} value={list} onChange={(value) => setList(value)} />
      </PageHeader>
      <PagedTable<AdminCodeNames>
        label="Names"
        state={names}
        rowKey={({ code }) => code}
        empty={<EmptyNotice title="There is no code" />}
        columns={isEditor ? [...columns, change] : columns}
      />
    </>
  );
}
