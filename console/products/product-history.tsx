import { Accordion, Badge, Group, Pagination, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useListRead } from '../api/use-read.ts';
import { DifferenceTable } from '../parts/differences/difference-table.tsx';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

const SIZE = 20;

/** Every change of the product, newest first, with what it changed. */
export function ProductHistory({ productId }: { productId: string }) {
  const [page, setPage] = useState(1);
  const history = useListRead('/products/{id}/history', {
    path: { id: productId },
    query: {
      page,
      size: SIZE,
    },
  });
  if (history.error && !history.data)
    return <ProblemNotice problem={history.error} onRetry={() => void history.refetch()} />;
  if (!history.data) return <Skeleton height={240} />;
  if (history.data.total === 0) {
    return (
      <EmptyNotice title="No change is on record">
        Imports write no history of single products; their facts are under Sources.
      </EmptyNotice>
    );
  }
  return (
    <>
      <Accordion multiple variant="separated" chevronPosition="left">
        {history.data.items.map((entry) => (
          <Accordion.Item key={entry.seq} value={String(entry.seq)}>
            <Accordion.Control>
              <Group gap="sm">
                <Badge color="gray">{entry.action}</Badge>
                <Text size="sm">{entry.operator_email ?? entry.actor}</Text>
                <Text size="sm" c="dimmed" component="div">
                  <RelativeTime value={entry.at} />
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <DifferenceTable before={entry.before} after={entry.after} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {history.data.total > SIZE && (
        <Pagination
          mt="sm"
          size="sm"
          total={Math.ceil(history.data.total / SIZE)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}
