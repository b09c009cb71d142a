import { Button, Checkbox, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useListRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { LookMenu } from '../parts/list/look-menu.tsx';
import { useListLook } from '../parts/list/use-list-look.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { NewBrand } from './new-brand.tsx';

const COLUMNS: Column<AdminBrand>[] = [
  {
    header: 'Name',
    order: { up: 'name', down: '-name' },
    cell: (brand) => (
      <TextLink to="/brands/$brandId" params={{ brandId: brand.id }}>
        {brand.name}
      </TextLink>
    ),
  },
  {
    id: 'aliases',
    header: 'Also called',
    cell: (brand) => (
      <Text size="sm" c="dimmed" lineClamp={1}>
        {brand.aliases.join(', ') || '–'}
      </Text>
    ),
  },
  {
    id: 'products',
    header: 'Products',
    align: 'right',
    order: { up: 'fewest', down: 'products', isDownFirst: true },
    cell: (brand) => formatCount(brand.product_count),
  },
  { id: 'in_use', header: 'In use', align: 'right', cell: (brand) => formatCount(brand.in_use_count) },
  {
    id: 'created',
    header: 'Since',
    order: { up: 'oldest', down: 'newest', isDownFirst: true },
    cell: (brand) => <RelativeTime value={brand.created_at} />,
    width: 130,
  },
];

export function BrandsPage() {
  const search = useSearch({ from: '/brands' });
  const navigate = useNavigate({ from: '/brands' });
  const brands = useListRead('/brands', {
    query: {
      q: search.q,
      sort: search.sort,
      unused: search.unused && 'true',
      page: search.page,
      size: 50,
    },
  });
  const filter = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  const look = useListLook({ list: 'brands', columns: COLUMNS, search, onChange: filter });
  return (
    <>
      <PageHeader title="Brands" note="One brand for every spelling: aliases lead imports and searches to it">
        <LookMenu look={look} />
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => modals.open({ title: 'New brand', children: <NewBrand /> })}
        >
          New brand
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterField label="Name or alias" w={260} value={search.q} onFilter={(q) => filter({ q })} />
        <Checkbox
          label="Without products"
          checked={search.unused ?? false}
          onChange={(event) => filter({ unused: event.currentTarget.checked || undefined })}
        />
      </Group>
      <PagedTable<AdminBrand>
        {...look.table}
        label="Brands"
        state={brands}
        rowKey={(brand) => brand.id}
        onPage={(page) => filter({ page })}
        empty={
          <EmptyNotice title="No brand fits">
            Imports and approvals make brands as they meet them; you can also make one yourself.
          </EmptyNotice>
        }
      />
    </>
  );
}
