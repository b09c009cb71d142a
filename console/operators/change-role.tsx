import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { Role } from '../../src/platform/http/callers/operator.ts';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RoleChoice } from './role-choice.tsx';

export function ChangeRole({ operator }: { operator: AdminOperator }) {
  const [role, setRole] = useState<Role>(operator.role);
  const change = useWrite<void, AdminOperator>({
    write: (api) => api.patch('/operators/{id}', { path: { id: operator.id }, body: { role } }),
    done: (changed) => `${changed.email} is ${changed.role} now`,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <Stack>
      <RoleChoice value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        All sessions of this operator end.
      </Text>
      {change.isError && <ProblemNotice problem={change.error} />}
      <Button disabled={role === operator.role} loading={change.isPending} onClick={() => change.mutate()}>
        Change role
      </Button>
    </Stack>
  );
}
