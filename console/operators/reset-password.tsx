import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminOperator } from '../../src/access/operators/operator-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';
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
    <WriteForm form={form} write={reset} action="Give password">
      <PasswordInput
        label="New password"
        description="All sessions of this operator end"
        required
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <OwnProof fieldProps={form.getInputProps} />
    </WriteForm>
  );
}
