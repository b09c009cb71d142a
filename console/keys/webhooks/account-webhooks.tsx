import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { OFF_AFTER_DAYS } from '../../../src/publish/webhooks/switch-off-contract.ts';
import type { Webhook } from '../../../src/publish/webhooks/webhook-contract.ts';
import { useRead } from '../../api/use-read.ts';
import { useAskedWrite } from '../../api/use-asked-write.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { DeliveryList } from './delivery-list.tsx';

const OFF_REASONS = {
  gone: 'it answered 410 Gone',
  failing: `it took nothing for ${OFF_AFTER_DAYS} days`,
  owner: 'by its owner',
  operator: 'by an operator',
};

/** The webhooks of an account and their deliveries. */
export function AccountWebhooks({ accountId }: { accountId: string }) {
  const webhooks = useRead('/accounts/{id}/webhooks', { path: { id: accountId } });
  const [openId, setOpenId] = useState<string>();
  const open = webhooks.data?.items.find(({ id }) => id === openId);
  return (
    <Panel title="Webhooks">
      <PagedTable
        label="Webhooks"
        state={webhooks}
        rowKey={(webhook) => webhook.id}
        empty={<Text size="sm">This account has no webhook.</Text>}
        columns={[
          { header: 'Address', cell: ({ url }) => <Code style={{ wordBreak: 'break-all' }}>{url}</Code> },
          { header: 'Events', cell: ({ events }) => events.join(', ') },
          { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
          { header: 'Made', cell: (webhook) => <RelativeTime value={webhook.created_at} /> },
          {
            header: 'Change',
            align: 'right',
            cell: (webhook) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-expanded={webhook.id === openId}
                  onClick={() => setOpenId(webhook.id === openId ? undefined : webhook.id)}
                >
                  Deliveries
                </Button>
                {webhook.state !== 'off' && <SwitchOff webhook={webhook} />}
              </Group>
            ),
          },
        ]}
      />
      {open && <DeliveryList key={open.id} webhook={open} />}
    </Panel>
  );
}

function WebhookState({ webhook }: { webhook: Pick<Webhook, 'state' | 'off_reason' | 'failing_since'> }) {
  if (webhook.state === 'off')
    return (
      <>
        <Badge color="gray">off</Badge> {webhook.off_reason && OFF_REASONS[webhook.off_reason]}
      </>
    );
  return (
    <>
      <Badge color={webhook.state === 'active' ? 'green.9' : 'yellow.9'}>{webhook.state}</Badge>
      {webhook.failing_since && (
        <>
          {' '}
          fails since <RelativeTime value={webhook.failing_since} />
        </>
      )}
    </>
  );
}

function SwitchOff({ webhook }: { webhook: Pick<Webhook, 'id' | 'url'> }) {
  const switchOff = useAskedWrite({
    ask: () => ({
      title: 'Switch this webhook off?',
      consequences: [
        `Nothing more is delivered to ${webhook.url}.`,
        'Its owner sees that an operator did it, and may switch it on again: to keep him from that, block the account.',
      ],
      action: 'Switch off',
      isDangerous: true,
    }),
    write: (api) => api.post('/webhooks/{id}/switch-off', { path: { id: webhook.id } }),
    done: () => 'The webhook is off',
    refresh: [['accounts'], ['webhooks', webhook.id]],
    failed: 'The webhook is as before',
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={switchOff.isPending}
      onClick={() => switchOff.mutate()}
    >
      Switch off…
    </Button>
  );
}
