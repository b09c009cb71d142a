import { Box, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { RejectMatchingBody } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import { countOf, formatCount } from '../../parts/text/number-format.ts';
import { AssignMenu, type Colleagues } from './assign-menu.tsx';
import { BulkReview } from './bulk-review.tsx';
import { RejectMatching } from './reject-matching.tsx';

/** The actions on several submissions. */
export function BulkButtons({
  ids,
  total,
  filter,
  onTickAll,
  onDone,
  colleagues,
}: {
  ids: readonly string[];
  /** Number of submissions that the filters show, on all pages. */
  total: number;
  filter: RejectMatchingBody['filter'] | undefined;
  onTickAll: () => void;
  /** Called with the ids of decided submissions. */
  onDone: (ids: ReadonlySet<string>) => void;
  colleagues: Colleagues;
}) {
  const start = (action: 'approve' | 'reject') =>
    modals.open({
      title: `${action === 'approve' ? 'Approve' : 'Reject'} ${countOf(ids.length, 'submission')}`,
      size: 'xl',
      children: <BulkReview action={action} ids={ids} onDone={onDone} />,
    });
  return (
    <Group gap="xs">
      <Button variant="subtle" disabled={total === 0} onClick={onTickAll}>
        Tick all here
      </Button>
      {filter && (
        <Button
          variant="subtle"
          disabled={total === 0}
          onClick={() =>
            modals.open({
              title: 'Reject all that match the filter',
              size: 'lg',
              children: <RejectMatching filter={filter} />,
            })
          }
        >
          Reject all {formatCount(total)} that match…
        </Button>
      )}
      {ids.length > 0 && (
        <>
          <Box fz="sm">{ids.length} ticked</Box>
          <Button variant="default" onClick={() => start('approve')}>
            Approve…
          </Button>
          <Button variant="default" onClick={() => start('reject')}>
            Reject…
          </Button>
          <AssignMenu ids={ids} colleagues={colleagues} />
        </>
      )}
    </Group>
  );
}
