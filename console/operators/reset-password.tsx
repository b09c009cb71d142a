import { Button, PasswordInput, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AdminOperator } from '../../src/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export function ResetPassword({ operator }: { operator: AdminOperator }) {
  const [password, setPassword] = useState('');
  const reset = useWrite({
    write: (api) => api.put('/operators/{id}/password', { path: { id: operator.id }, body: { password } }),
    done: () => `${operator.email} has a new password`,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate();
      }}
    >
      <Stack>
        <PasswordInput
          label="New password"
          description="All sessions of this operator end"
          required
          autoComplete="new-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {reset.isError && <ProblemNotice problem={reset.error} />}
        <Button type="submit" loading={reset.isPending}>
          Give password
        </Button>
      </Stack>
    </form>
  );
}
