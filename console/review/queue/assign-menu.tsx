import { Button, Menu } from '@mantine/core';
import type { QueueCounts } from '../../../src/review/queue/queue-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { KeyHint } from '../../parts/keys/key-hint.tsx';
import { useAssign } from './use-assign.ts';

export type Colleagues = QueueCounts['assigned'];

/** Assigns submissions to an operator. */
export function AssignMenu({
  ids,
  assignedTo,
  colleagues,
  keyName,
}: {
  ids: readonly string[];
  /** The current assignee of a single submission; undefined for many. */
  assignedTo?: string | null;
  colleagues: Colleagues;
  /** The key of the shortcut that assigns it to the operator. */
  keyName?: string;
}) {
  const self = useOperator();
  const assign = useAssign();
  const choices = colleagues.toSorted(
    (a, b) => Number(b.operator_id === self.id) - Number(a.operator_id === self.id),
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" loading={assign.isPending}>
          Assign…
          {keyName && <KeyHint name={keyName} ml={6} />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {choices
          .filter(({ operator_id: id }) => id !== assignedTo)
          .map(({ operator_id: id, email, pending }) => (
            <Menu.Item key={id} onClick={() => assign.mutate({ ids, operatorId: id })}>
              {id === self.id ? 'me' : email} ({pending})
            </Menu.Item>
          ))}
        {assignedTo !== null && (
          <Menu.Item onClick={() => assign.mutate({ ids, operatorId: null })}>not assigned</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
