import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { parkedProductSchema } from '../../src/search/index/index-admin-contract.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';

const LIVE_MS = 10_000;

/** Documents that the engine refuses, with its reasons. */
export function ParkedPanel() {
  const [page, setPage] = useState(1);
  const refetchInterval = useLiveInterval(LIVE_MS);
  const parked = useListRead('/index/parked', { query: { page, size: 10 } }, { refetchInterval });
  const retry = useWrite({
    write: (api) => api.post('/index/parked/retry'),
    done: () => 'The parked documents are tried again',
    refresh: [['index']],
    failed: 'They stay parked',
  });
  return (
    <Panel
      title="Parked documents"
      actions={
        <Button
          variant="default"
          disabled={!parked.data?.total}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Try all again
        </Button>
      }
    >
      <PagedTable<z.output<typeof parkedProductSchema>>
        label="Parked documents"
        minWidth={360}
        state={parked}
        rowKey={(item) => item.product_id}
        onPage={setPage}
        empty={<Text size="sm">The engine has refused nothing.</Text>}
        columns={[
          {
            header: 'Product',
            cell: (item) => (
              <TextLink to="/products/$productId" params={{ productId: item.product_id }}>
                {item.name ?? item.product_id}
              </TextLink>
            ),
          },
          { header: 'The engine says', cell: (item) => item.error },
          { header: 'Since', cell: (item) => <RelativeTime value={item.marked_at} /> },
        ]}
      />
    </Panel>
  );
}
