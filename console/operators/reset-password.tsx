import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { NO_PROOF, OwnProof, withProof } from './own-proof.tsx';

export function ResetPassword({ operator }: { operator: AdminOperator }) {
  const form = useForm({ initialValues: { password: '', ...NO_PROOF } });
  const reset = useWrite({
    write: (api, values: typeof form.values) =>
      api.put('/operators/{id}/password', { path: { id: operator.id }, body: withProof(values) }),
    done: () => `${operator.email} has a new password`,
    refresh: [['operators']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
      <Stack>
        <PasswordInput
          label="New password"
          description="All sessions of this operator end"
          required
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <OwnProof fieldProps={form.getInputProps} />
        {reset.isError && <ProblemNotice problem={reset.error} />}
        <Button type="submit" loading={reset.isPending}>
          Give password
        </Button>
      </Stack>
    </form>
  );
}
