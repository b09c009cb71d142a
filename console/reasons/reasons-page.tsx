import { ActionIcon, Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import type { Reason } from '../../src/review/submissions/reasons/reason-contract.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { ReasonForm } from './reason-form.tsx';

const refresh = [['reject-reasons']];

/** The reasons that reviewers choose from when they reject a submission. */
export function ReasonsPage() {
  const reasons = useRead('/reject-reasons');
  const inUse = (reasons.data?.items ?? []).filter(isInUse);
  const order = useWrite<{ ids: string[]; text: string }>({
    write: (api, { ids }) => api.put('/reject-reasons/order', { body: { ids } }),
    done: (_list, { text }) => `“${text}” has another place`,
    refresh,
    failed: 'The order is as before',
  });
  const retire = useWrite<Reason>({
    write: (api, { id, retired_at: at }) =>
      api.patch('/reject-reasons/{id}', { path: { id }, body: { retired: at === null } }),
    done: (_reason, { text, retired_at: at }) => `“${text}” is ${at === null ? 'retired' : 'back in use'}`,
    refresh,
    failed: 'The reason is as before',
  });
  const move = (reason: Reason, by: 1 | -1) => {
    const ids = inUse.map(({ id }) => id);
    const place = ids.indexOf(reason.id);
    const other = ids[place + by];
    if (other === undefined) return;
    order.mutate({ ids: ids.with(place, other).with(place + by, reason.id), text: reason.text });
  };
  const isBusy = order.isPending || retire.isPending || reasons.isFetching;
  return (
    <>
      <PageHeader
        title="Reject reasons"
        note="What reviewers choose from; the first nine have a digit. The contributor reads the words"
      >
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => modals.open({ title: 'New reason', children: <ReasonForm /> })}
        >
          New reason
        </Button>
      </PageHeader>
      <PagedTable<Reason>
        label="Reject reasons"
        state={reasons}
        rowKey={({ id }) => id}
        empty={<EmptyNotice title="There is no reason">Reviewers write their own.</EmptyNotice>}
        columns={[
          {
            header: 'Digit',
            width: 80,
            cell: (reason) => {
              const place = inUse.indexOf(reason);
              if (place < 0) return <Badge color="gray">retired</Badge>;
              return place < 9 ? place + 1 : '–';
            },
          },
          { header: 'Reason', cell: ({ text }) => text },
          {
            header: 'Change',
            align: 'right',
            cell: (reason) => (
              <Group gap={4} justify="flex-end" wrap="nowrap">
                {isInUse(reason) && (
                  <>
                    <ActionIcon
                      variant="default"
                      aria-label={`Move up: ${reason.text}`}
                      disabled={isBusy || inUse[0] === reason}
                      onClick={() => move(reason, -1)}
                    >
                      <IconArrowUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      variant="default"
                      aria-label={`Move down: ${reason.text}`}
                      disabled={isBusy || inUse.at(-1) === reason}
                      onClick={() => move(reason, 1)}
                    >
                      <IconArrowDown size={14} />
                    </ActionIcon>
                    <Button
                      variant="default"
                      aria-label={`Rename: ${reason.text}`}
                      onClick={() =>
                        modals.open({ title: 'Rename reason', children: <ReasonForm reason={reason} /> })
                      }
                    >
                      Rename…
                    </Button>
                  </>
                )}
                <Button
                  variant="default"
                  aria-label={`${isInUse(reason) ? 'Retire' : 'Use again'}: ${reason.text}`}
                  disabled={isBusy}
                  onClick={() => retire.mutate(reason)}
                >
                  {isInUse(reason) ? 'Retire' : 'Use again'}
                </Button>
              </Group>
            ),
          },
        ]}
      />
    </>
  );
}

function isInUse({ retired_at: at }: Reason): boolean {
  return at === null;
}
