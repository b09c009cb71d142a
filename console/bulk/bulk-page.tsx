import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { buildUrl } from '../api/api-client.ts';
import { useListRead } from '../api/use-read.ts';
import { countOf } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ProductFilters } from '../products/list/product-filters.tsx';
import { buildProductQuery, type ProductSearch } from '../products/list/product-search.ts';
import { BulkChange } from './bulk-change.tsx';
import { MAX_AT_ONCE } from './use-bulk-run.ts';

/** One change for all products of a filter: choose, dry run, apply. */
export function BulkPage() {
  const search = useSearch({ from: '/bulk' });
  const navigate = useNavigate({ from: '/bulk' });
  const filter = (change: Partial<ProductSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const { page: _page, sort: _sort, view: _view, ...filters } = buildProductQuery(search);
  const isChosen = Object.values(filters).some((value) => value !== undefined);
  const found = useListRead('/products', { query: { ...filters, size: 5 } }, { enabled: isChosen });
  const total = isChosen ? (found.data?.total ?? 0) : 0;
  return (
    <>
      <PageHeader title="Bulk changes" note="One change for many products: tried without effect first">
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={14} />}
          href={buildUrl('/products/export.csv', { query: filters })}
          download
        >
          Export as CSV
        </Button>
      </PageHeader>
      <Stack>
        <Panel title="Which products">
          <ProductFilters search={search} onFilter={filter} isList={false} />
          {!isChosen ? (
            <Text size="sm">No product is chosen: set a filter.</Text>
          ) : found.error ? (
            <ProblemNotice problem={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Group gap="xs" mih={42}>
              <Text size="sm">
                <b>{countOf(total, 'product fits', 'products fit')}</b>
                {total > 0 && `, among them ${(found.data?.items ?? []).map(({ name }) => name).join(', ')}`}
                {total > MAX_AT_ONCE &&
                  `. At most ${MAX_AT_ONCE} are changed at once: the first ${MAX_AT_ONCE} by name are taken.`}
              </Text>
            </Group>
          )}
        </Panel>
        {/* The key resets the dry run: another filter is another set of products. */}
        <BulkChange key={JSON.stringify(filters)} target={{ filters }} total={Math.min(total, MAX_AT_ONCE)} />
      </Stack>
    </>
  );
}
