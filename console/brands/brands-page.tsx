import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminBrand } from '../../src/catalog/brands/brand-admin-contract.ts';
import { useListRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { NewBrand } from './new-brand.tsx';

const SORTS = [
  { value: 'name', label: 'By name' },
  { value: 'products', label: 'Most products first' },
  { value: 'newest', label: 'Newest first' },
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
  return (
    <>
      <PageHeader title="Brands" note="One brand for every spelling: aliases lead imports and searches to it">
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => modals.open({ title: 'New brand', children: <NewBrand /> })}
        >
          New brand
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterField label="Name or alias" w={260} value={search.q} onFilter={(q) => filter({ q })} />
        <Select
          aria-label="Order"
          data={SORTS}
          allowDeselect={false}
          value={search.sort ?? 'name'}
          onChange={(sort) => filter({ sort: sort === 'name' ? undefined : (sort as 'products' | 'newest') })}
        />
        <Checkbox
          label="Without products"
          checked={search.unused ?? false}
          onChange={(event) => filter({ unused: event.currentTarget.checked || undefined })}
        />
      </Group>
      <PagedTable<AdminBrand>
        label="Brands"
        state={brands}
        rowKey={(brand) => brand.id}
        onPage={(page) => filter({ page })}
        empty={
          <EmptyNotice title="No brand fits">
            Imports and approvals make brands as they meet them; you can also make one yourself.
          </EmptyNotice>
        }
        columns={[
          {
            header: 'Name',
            cell: (brand) => (
              <TextLink to="/brands/$brandId" params={{ brandId: brand.id }}>
                {brand.name}
              </TextLink>
            ),
          },
          {
            header: 'Also called',
            cell: (brand) => (
              <Text size="sm" c="dimmed" lineClamp={1}>
                {brand.aliases.join(', ') || '–'}
              </Text>
            ),
          },
          { header: 'Products', align: 'right', cell: (brand) => formatCount(brand.product_count) },
          { header: 'In use', align: 'right', cell: (brand) => formatCount(brand.in_use_count) },
          { header: 'Since', cell: (brand) => <RelativeTime value={brand.created_at} />, width: 130 },
        ]}
      />
    </>
  );
}
