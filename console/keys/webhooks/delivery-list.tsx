import { Badge, Button, Code, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Delivery, Webhook } from '../../../src/publish/webhooks/webhook-contract.ts';
import { useListRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { RelativeTime } from '../../parts/text/relative-time.tsx';

const COLORS = { pending: 'yellow.9', delivered: 'green.9', failed: 'red.9' };

/** Past and pending deliveries of a webhook, newest first. */
export function DeliveryList({ webhook }: { webhook: Pick<Webhook, 'id' | 'url' | 'state'> }) {
  const [page, setPage] = useState(1);
  const path = { id: webhook.id };
  const deliveries = useListRead('/webhooks/{id}/deliveries', { path, query: { page, size: 10 } });
  return (
    <>
      <Title order={3} mt="md" mb="xs">
        Deliveries to {webhook.url}
      </Title>
      <PagedTable
        label="Deliveries"
        state={deliveries}
        onPage={setPage}
        rowKey={(delivery) => delivery.id}
        empty={<Text size="sm">Nothing in the last 30 days.</Text>}
        columns={[
          { header: 'Event', cell: ({ event }) => event },
          { header: 'Id', cell: ({ id }) => <Code>{id}</Code> },
          {
            header: 'State',
            cell: ({ status }) => <Badge color={COLORS[status]}>{status}</Badge>,
          },
          { header: 'Last answer', cell: (delivery) => describeAnswer(delivery) },
          { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
          { header: 'Made', cell: (delivery) => <RelativeTime value={delivery.created_at} /> },
          { header: 'Next attempt', cell: (delivery) => <RelativeTime value={delivery.next_attempt_at} /> },
          {
            header: 'Change',
            align: 'right',
            cell: (delivery) => <Replay webhook={webhook} delivery={delivery} />,
          },
        ]}
      />
    </>
  );
}

function describeAnswer({
  last_status: status,
  last_failure: failure,
}: Pick<Delivery, 'last_status' | 'last_failure'>) {
  return [status, failure].filter((part) => part !== null).join(', ') || 'none yet';
}

function Replay({
  webhook,
  delivery,
}: {
  webhook: Pick<Webhook, 'id' | 'state'>;
  delivery: Pick<Delivery, 'id' | 'event'>;
}) {
  const replay = useWrite({
    write: (api) =>
      api.post('/webhooks/{id}/deliveries/{delivery}/replay', {
        path: { id: webhook.id, delivery: delivery.id },
      }),
    done: () => 'It is delivered once more',
    refresh: [['webhooks', webhook.id]],
    failed: 'It is not delivered again',
  });
  const isChallenge = delivery.event === 'webhook.challenge';
  if (webhook.state !== (isChallenge ? 'unverified' : 'active')) return null;
  return (
    <Button size="compact-sm" variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
      Replay
    </Button>
  );
}
