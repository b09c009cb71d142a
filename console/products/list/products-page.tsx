import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMayActAs } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { LookMenu } from '../../parts/list/look-menu.tsx';
import { useListLook } from '../../parts/list/use-list-look.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PRODUCT_COLUMNS } from './product-columns.tsx';
import { ProductFilters } from './product-filters.tsx';
import { ProductTable } from './product-table.tsx';
import { WhyOrderButton } from './why-order-button.tsx';
import { buildProductQuery, type ProductSearch } from './product-search.ts';

export function ProductsPage() {
  const search = useSearch({ from: '/products' });
  const navigate = useNavigate({ from: '/products' });
  const mayEdit = useMayActAs('editor');
  const query = buildProductQuery(search);
  const products = useListRead('/products', { query: { ...query, page: search.page, size: 50 } });
  const { sort: _sort, ...filters } = query;
  const change = (next: Partial<ProductSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true });
  const look = useListLook({ list: 'products', columns: PRODUCT_COLUMNS, search, onChange: change });
  return (
    <>
      <PageHeader title="Products" note="Products of any state, and what the public search finds">
        <LookMenu look={look} />
        {search.q && <WhyOrderButton key={JSON.stringify(search)} search={search} />}
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={14} />}
            renderRoot={(props) => <Link to="/products/new" {...props} />}
          >
            New product
          </Button>
        )}
      </PageHeader>
      <ProductFilters search={search} onFilter={change} />
      {/* The key resets the ticks: other filters are another set of products. */}
      <ProductTable
        key={JSON.stringify(filters)}
        products={products}
        filters={filters}
        // The public search has its own order.
        look={search.public ? { ...look.table, sort: undefined, onSort: undefined } : look.table}
        onPage={(page) => change({ page })}
        mayChange={mayEdit}
      />
    </>
  );
}
