import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ProductListItem } from '../../../src/catalog/administration/product-admin-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { EmptyNotice } from '../../parts/empty-notice.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';
import { ProductFilters } from './product-filters.tsx';
import { buildProductQuery, type ProductSearch } from './product-search.ts';
import { QualityBar } from '../quality-bar.tsx';
import { StatusBadge } from '../status-badge.tsx';

export function ProductsPage() {
  const search = useSearch({ from: '/products' });
  const navigate = useNavigate({ from: '/products' });
  const mayEdit = useMayActAs('editor');
  const products = useListRead('/products', {
    query: {
      ...buildProductQuery(search),
      size: 50,
    },
  });
  const filter = (change: Partial<ProductSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <>
      <PageHeader title="Products" note="Products of any state, and what the public search finds">
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={14} />}
            renderRoot={(props) => <Link to="/products/new" {...props} />}
          >
            New product
          </Button>
        )}
      </PageHeader>
      <ProductFilters search={search} onFilter={filter} />
      <PagedTable<ProductListItem>
        label="Products"
        minWidth={880}
        state={products}
        rowKey={(product) => product.id}
        onPage={(page) => filter({ page })}
        empty={
          <EmptyNotice title="No product fits">
            Other filters may find it; a part of a name or barcode is enough.
          </EmptyNotice>
        }
        columns={[
          {
            header: 'Product',
            cell: (product) => (
              <>
                <TextLink to="/products/$productId" params={{ productId: product.id }}>
                  {product.name}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {[product.brand, product.category_path].filter(Boolean).join(' · ') ||
                    'no brand, no category'}
                </Text>
              </>
            ),
          },
          {
            header: 'Barcode',
            cell: (product) => <span className="code-text">{product.gtin ?? '–'}</span>,
            width: 150,
          },
          { header: 'Kind', cell: (product) => product.archive_kind ?? '–', width: 110 },
          {
            header: 'State',
            cell: (product) => (
              <StatusBadge status={product.status} isMerged={product.merged_into_id !== null} />
            ),
            width: 100,
          },
          {
            header: 'Quality',
            cell: (product) => <QualityBar score={product.quality_score} />,
            width: 130,
          },
          {
            header: <Group gap={4}>Changed</Group>,
            cell: (product) => <RelativeTime value={product.updated_at} />,
            width: 120,
          },
        ]}
      />
    </>
  );
}
